"""A grpcio server of `rpc/proto/rpc.proto`: server.py [--bind HOST:PORT] [--threads N]

Prints one JSON object on one line when it is ready, and ends on SIGTERM or Ctrl-C.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import signal
import threading

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

from wire import HEALTH, REFLECTION, SERVICES, rpc, stubs


class Echo(stubs.EchoServicer):
    """Gives back what it gets."""

    def Echo(self, request, context):
        return request

    def Hello(self, request, context):
        return rpc.Note(subject="hello")


class Append(stubs.AppendServicer):
    """Counts events; none is kept."""

    def __init__(self):
        self.position = itertools.count(1)

    def Append(self, request, context):
        return rpc.Appended(position=next(self.position))


class Store(stubs.StoreServicer):
    """Keeps entries in memory."""

    def __init__(self):
        self.entries = {}

    def Set(self, request, context):
        self.entries[request.key] = request.value
        return rpc.Stored(length=len(request.value.encode()))

    def Get(self, request, context):
        value = self.entries.get(request.key)
        if value is None:
            context.abort(grpc.StatusCode.NOT_FOUND, f"there is no {request.key!r}")
        return rpc.Entry(key=request.key, value=value)


def reflected(names):
    """Reflection under its name of v1."""
    method = grpc.stream_stream_rpc_method_handler(
        reflection.ReflectionServicer(names).ServerReflectionInfo,
        reflection_pb2.ServerReflectionRequest.FromString,
        reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    return grpc.method_handlers_generic_handler(REFLECTION, {"ServerReflectionInfo": method})


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--bind", default="127.0.0.1:0", help="HOST:PORT; port 0 takes a free one")
    arguments.add_argument("--threads", type=int, default=8)
    asked = arguments.parse_args()
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(asked.threads))
    stubs.add_EchoServicer_to_server(Echo(), server)
    stubs.add_AppendServicer_to_server(Append(), server)
    stubs.add_StoreServicer_to_server(Store(), server)
    alive = health.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(alive, server)
    for name in ["", *SERVICES]:
        alive.set(name, health_pb2.HealthCheckResponse.SERVING)
    server.add_generic_rpc_handlers((reflected([*SERVICES, HEALTH, REFLECTION]),))
    port = server.add_insecure_port(asked.bind)
    ended = threading.Event()
    for number in signal.SIGTERM, signal.SIGINT:
        signal.signal(number, lambda *_: ended.set())
    server.start()
    host = asked.bind.rpartition(":")[0]
    ready = {"address": f"{host}:{port}", "pid": os.getpid(), "peer": "grpcio", "version": grpc.__version__}
    print(json.dumps(ready), flush=True)
    ended.wait()
    server.stop(grace=1).wait()


if __name__ == "__main__":
    main()
