"""A grpcio client against a server of `rpc/proto/rpc.proto`: client.py ADDRESS [--limit BYTES]

Each check is one JSON object on one line, and compares what came with what was sent. The exit code is 1 when one failed.
"""

import argparse
import concurrent.futures
import uuid

import grpc
from google.protobuf import descriptor_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2

from checks import Checks, Wrong, same
from wire import HEALTH, REFLECTION, REFLECTION_CALL, SERVICES, append, rpc, stubs

# A call without an answer after this long is a failure; nothing here takes as long.
SECONDS = 20
SIZES = {"0 B": 0, "16 B": 16, "4 KiB": 4 << 10, "16 KiB": 16 << 10, "1 MiB": 1 << 20}
UNICODE = "naïve Grüße – 你好 – 🦀 – \u0000 – \U0010ffff"


def body(length):
    """Bytes of every value, in an order that does not repeat within 64 KiB."""
    return bytes((i * 167 + (i >> 8) * 59) & 0xFF for i in range(length))


def refused(call, *codes):
    """The call must end with one of these codes, and says with which."""
    try:
        answer = call()
    except grpc.RpcError as error:
        if error.code() in codes:
            return f"{error.code().name}: {error.details()}"
        expected = " or ".join(code.name for code in codes)
        raise Wrong(f"{error.code().name} instead of {expected}: {error.details()}") from error
    raise Wrong(f"it was answered with {answer.ByteSize()} bytes")


class Client:
    """All checks, over one channel."""

    def __init__(self, channel, limit):
        self.channel, self.limit = channel, limit
        self.echo, self.appends, self.store = (stub(channel) for stub in (stubs.EchoStub, stubs.AppendStub, stubs.StoreStub))

    def echoes(self, subject, content, **options):
        found = self.echo.Echo(rpc.Note(subject=subject, body=content), timeout=SECONDS, **options)
        same(found.subject, subject, "the subject")
        same(found.body, content, "the body")

    def metadata(self):
        sent = (("x-wiretax-text", "plain"), ("x-wiretax-text", "twice"), ("x-wiretax-bin", bytes(range(256))))
        self.echoes("metadata", body(64), metadata=sent)

    def many(self):
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda i: self.echoes(f"note {i}", body(i * 7)), range(100)))

    def hello(self, note):
        found = self.echo.Hello(note, timeout=SECONDS)
        same((found.subject, found.body), ("hello", b""), "the subject and body")

    def append(self, length):
        content = body(length)
        event = append.ProposedMessage(
            id=str(uuid.uuid4()),
            metadata={"type": "order-placed", "content-type": "application/json"},
            custom_metadata=content,
            data=content[::-1],
        )
        return self.appends.Append(event, timeout=SECONDS).position

    def appended(self, length):
        positions = [self.append(length) for _ in range(3)]
        if not positions[0] < positions[1] < positions[2]:
            raise Wrong(f"the positions of three events are {positions} and must rise")
        return f"positions {positions}"

    def stored(self):
        key, value = f"key {uuid.uuid4()}", UNICODE * 100
        length = self.store.Set(rpc.Entry(key=key, value=value), timeout=SECONDS).length
        same(length, len(value.encode()), "the length")
        found = self.store.Get(rpc.Key(key=key), timeout=SECONDS)
        same((found.key, found.value), (key, value), "the entry")

    def absent(self):
        return refused(lambda: self.store.Get(rpc.Key(key=f"absent {uuid.uuid4()}"), timeout=SECONDS), grpc.StatusCode.NOT_FOUND)

    def late(self):
        said = refused(lambda: self.echo.Echo(rpc.Note(body=body(1 << 20)), timeout=1e-6), grpc.StatusCode.DEADLINE_EXCEEDED)
        self.echoes("after the deadline", b"still there")
        return said

    def unknown(self, path):
        call = self.channel.unary_unary(path, lambda note: note.SerializeToString(), rpc.Note.FromString)
        return refused(lambda: call(rpc.Note(), timeout=SECONDS), grpc.StatusCode.UNIMPLEMENTED)

    def oversized(self):
        note = rpc.Note(body=bytes(self.limit + 1024))
        codes = grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.OUT_OF_RANGE
        said = refused(lambda: self.echo.Echo(note, timeout=SECONDS), *codes)
        self.echoes("after one that is too long", b"still there")
        return said

    def health(self, service):
        request = health_pb2.HealthCheckRequest(service=service)
        answer = health_pb2_grpc.HealthStub(self.channel).Check(request, timeout=SECONDS)
        name = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
        same(name, "SERVING", "the status")
        return name

    def reflect(self, **asked):
        call = self.channel.stream_stream(
            REFLECTION_CALL,
            reflection_pb2.ServerReflectionRequest.SerializeToString,
            reflection_pb2.ServerReflectionResponse.FromString,
        )
        answer = next(call(iter([reflection_pb2.ServerReflectionRequest(**asked)]), timeout=SECONDS))
        if answer.HasField("error_response"):
            raise Wrong(f"the server says {answer.error_response.error_message!r} for {asked}")
        return answer

    def lists(self):
        found = [service.name for service in self.reflect(list_services="").list_services_response.service]
        missing = [name for name in [*SERVICES, HEALTH, REFLECTION] if name not in found]
        if missing:
            raise Wrong(f"{missing} are missing from {found}")
        return ", ".join(found)

    def describes(self):
        files = {}
        for symbol in [*SERVICES, "wiretax.append.ProposedMessage"]:
            for file in self.reflect(file_containing_symbol=symbol).file_descriptor_response.file_descriptor_proto:
                one = descriptor_pb2.FileDescriptorProto.FromString(file)
                files[one.name] = one
        for module in rpc, append:
            ours = descriptor_pb2.FileDescriptorProto()
            module.DESCRIPTOR.CopyToProto(ours)
            theirs = files.get(ours.name)
            if theirs is None:
                raise Wrong(f"{ours.name} is not among {sorted(files)}")
            # The server may tell where each part stands in the source, and names of JSON.
            for kept in "message_type", "service":
                same(bare(theirs, kept), bare(ours, kept), f"{kept} of {ours.name}")


def bare(file, kept):
    """One kind of a file's declarations without the fields that a compiler may leave out."""
    copy = descriptor_pb2.FileDescriptorProto.FromString(file.SerializeToString())
    messages = list(copy.message_type)
    while messages:
        message = messages.pop()
        messages.extend(message.nested_type)
        for field in message.field:
            field.ClearField("json_name")
    return [str(part) for part in getattr(copy, kept)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("address", help="HOST:PORT")
    arguments.add_argument("--limit", type=int, default=4 << 20, help="the longest message that the server takes, in bytes")
    asked = arguments.parse_args()
    # A limit of the client's own would hide the server's.
    options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
    checks = Checks("grpcio", grpc.__version__)
    with grpc.insecure_channel(asked.address, options) as channel:
        client = Client(channel, asked.limit)
        for name, length in SIZES.items():
            checks.run(f"echo {name}", client.echoes, f"a body of {name}", body(length))
        checks.run("echo of an empty note", client.echoes, "", b"")
        checks.run("echo of a unicode subject", client.echoes, UNICODE, b"")
        checks.run("echo with metadata", client.metadata)
        checks.run("100 echoes at once", client.many)
        checks.run("hello to an empty note", client.hello, rpc.Note())
        checks.run("hello to a full note", client.hello, rpc.Note(subject="who", body=body(4096)))
        for name in "0 B", "4 KiB", "1 MiB":
            checks.run(f"append {name}", client.appended, SIZES[name])
        checks.run("set and get", client.stored)
        checks.run("get of an absent key", client.absent)
        checks.run("deadline", client.late)
        checks.run("unknown method", client.unknown, "/wiretax.rpc.Echo/Nothing")
        checks.run("unknown service", client.unknown, "/wiretax.rpc.Nothing/Echo")
        checks.run("oversized message", client.oversized)
        for service in ["", *SERVICES]:
            checks.run(f"health of {service or 'the server'}", client.health, service)
        checks.run("reflection lists the services", client.lists)
        checks.run("reflection describes the services", client.describes)
    checks.end()


if __name__ == "__main__":
    main()
