// A client made with @grpc/grpc-js against a server of rpc/proto/rpc.proto: client.mjs ADDRESS [--limit BYTES]
//
// Each check is one JSON object on one line, and compares what came with what was sent. The exit code is 1 when one failed.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { Checks, Wrong, same } from "./checks.mjs";
import { file, load, root, version } from "./modules.mjs";

const grpc = load("@grpc/grpc-js");
const loader = load("@grpc/proto-loader");

// A call without an answer after this long is a failure; nothing here takes as long.
const SECONDS = 20;
const SIZES = { "0 B": 0, "16 B": 16, "4 KiB": 4 << 10, "16 KiB": 16 << 10, "1 MiB": 1 << 20 };
const UNICODE = "naïve Grüße – 你好 – 🦀 – \u0000 – \u{10ffff}";
const SERVICES = ["wiretax.rpc.Echo", "wiretax.rpc.Append", "wiretax.rpc.Store"];
const REFLECTION = "grpc.reflection.v1.ServerReflection";
const HEALTH = "grpc.health.v1.Health";

const { values: asked, positionals } = parseArgs({ allowPositionals: true, options: { limit: { type: "string", default: String(4 << 20) } } });
if (positionals.length !== 1 || !(Number(asked.limit) > 0)) {
  console.error("usage: client.mjs HOST:PORT [--limit BYTES]");
  process.exit(2);
}

// Defaults are filled in, so that a field that did not come is compared as the empty one that it stands for.
const options = { keepCase: true, defaults: true, longs: String, enums: String };
function packages(path, ...includeDirs) {
  return grpc.loadPackageDefinition(loader.loadSync(path, { ...options, includeDirs }));
}
const { wiretax } = packages("rpc.proto", join(root, "rpc", "proto"), join(root, "proto"));
const health = packages(file("grpc-health-check", "proto/health/v1/health.proto")).grpc.health.v1;
const reflection = packages(file("@grpc/reflection", "build/proto/grpc/reflection/v1/reflection.proto")).grpc.reflection.v1;

// One channel for all; a limit of the client's own would hide the server's.
const credentials = grpc.credentials.createInsecure();
const channel = new grpc.Channel(positionals[0], credentials, { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
const open = (Service) => new Service(positionals[0], credentials, { channelOverride: channel });
const echo = open(wiretax.rpc.Echo);
const appends = open(wiretax.rpc.Append);
const store = open(wiretax.rpc.Store);

function call(client, method, message, { metadata = new grpc.Metadata(), milliseconds = SECONDS * 1000 } = {}) {
  return new Promise((resolve, reject) => {
    const deadline = Date.now() + milliseconds;
    client[method](message, metadata, { deadline }, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

/// The call must end with one of these codes, and says with which.
async function refused(promise, ...codes) {
  let answer;
  try {
    answer = await promise;
  } catch (error) {
    const said = `${grpc.status[error.code] ?? error.name}: ${error.details ?? error.message}`;
    if (codes.includes(error.code)) return said;
    throw new Wrong(`${said} instead of ${codes.map((code) => grpc.status[code]).join(" or ")}`);
  }
  throw new Wrong(`it was answered with ${JSON.stringify(answer).length} characters of JSON`);
}

/// Bytes of every value, in an order that does not repeat within 64 KiB.
function body(length) {
  return Buffer.from({ length }, (_, i) => i * 167 + (i >> 8) * 59);
}

async function echoes(subject, content, more) {
  const found = await call(echo, "Echo", { subject, body: content }, more);
  same(found.subject, subject, "the subject");
  same(found.body, content, "the body");
}

function withMetadata() {
  const metadata = new grpc.Metadata();
  metadata.add("x-wiretax-text", "plain");
  metadata.add("x-wiretax-text", "twice");
  metadata.add("x-wiretax-bin", body(256));
  return echoes("metadata", body(64), { metadata });
}

async function hello(note) {
  const found = await call(echo, "Hello", note);
  same(found.subject, "hello", "the subject");
  same(found.body, Buffer.alloc(0), "the body");
}

async function appended(length) {
  const data = body(length);
  const positions = [];
  for (let i = 0; i < 3; i += 1) {
    const metadata = { type: "order-placed", "content-type": "application/json" };
    const event = { id: randomUUID(), metadata, custom_metadata: data, data: Buffer.from(data).reverse() };
    positions.push(BigInt((await call(appends, "Append", event)).position));
  }
  if (!(positions[0] < positions[1] && positions[1] < positions[2])) {
    throw new Wrong(`the positions of three events are ${positions} and must rise`);
  }
  return `positions ${positions}`;
}

async function stored() {
  const entry = { key: `key ${randomUUID()}`, value: UNICODE.repeat(100) };
  const { length } = await call(store, "Set", entry);
  same(length, String(Buffer.byteLength(entry.value)), "the length");
  const found = await call(store, "Get", { key: entry.key });
  same(found.key, entry.key, "the key");
  same(found.value, entry.value, "the value");
}

async function late() {
  const said = await refused(call(echo, "Echo", { body: body(1 << 20) }, { milliseconds: -1 }), grpc.status.DEADLINE_EXCEEDED);
  await echoes("after the deadline", Buffer.from("still there"));
  return said;
}

async function oversized() {
  const note = { body: Buffer.alloc(Number(asked.limit) + 1024) };
  const said = await refused(call(echo, "Echo", note), grpc.status.RESOURCE_EXHAUSTED, grpc.status.OUT_OF_RANGE);
  await echoes("after one that is too long", Buffer.from("still there"));
  return said;
}

function unknown(path) {
  const answer = new Promise((resolve, reject) => {
    const deadline = Date.now() + SECONDS * 1000;
    const same = (bytes) => bytes;
    echo.makeUnaryRequest(path, same, same, Buffer.alloc(0), new grpc.Metadata(), { deadline }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
  return refused(answer, grpc.status.UNIMPLEMENTED);
}

async function healthy(service) {
  const { status } = await call(open(health.Health), "Check", { service });
  same(status, "SERVING", "the status");
  return status;
}

function lists() {
  return new Promise((resolve, reject) => {
    const stream = open(reflection.ServerReflection).ServerReflectionInfo({ deadline: Date.now() + SECONDS * 1000 });
    stream.on("error", reject);
    stream.on("end", () => reject(new Wrong("the stream ended without an answer")));
    stream.on("data", (answer) => {
      const found = answer.list_services_response?.service.map(({ name }) => name) ?? [];
      const missing = [...SERVICES, HEALTH, REFLECTION].filter((name) => !found.includes(name));
      if (missing.length > 0) reject(new Wrong(`${missing.join(", ")} missing from ${found.join(", ")}`));
      resolve(found.join(", "));
    });
    stream.write({ list_services: "" });
    stream.end();
  });
}

const checks = new Checks("grpc-js", version("@grpc/grpc-js"));
for (const [name, length] of Object.entries(SIZES)) {
  await checks.run(`echo ${name}`, () => echoes(`a body of ${name}`, body(length)));
}
await checks.run("echo of an empty note", () => echoes("", Buffer.alloc(0)));
await checks.run("echo of a unicode subject", () => echoes(UNICODE, Buffer.alloc(0)));
await checks.run("echo with metadata", withMetadata);
await checks.run("100 echoes at once", async () => {
  await Promise.all(Array.from({ length: 100 }, (_, i) => echoes(`note ${i}`, body(i * 7))));
});
await checks.run("hello to an empty note", () => hello({}));
await checks.run("hello to a full note", () => hello({ subject: "who", body: body(4096) }));
for (const name of ["0 B", "4 KiB", "1 MiB"]) {
  await checks.run(`append ${name}`, () => appended(SIZES[name]));
}
await checks.run("set and get", stored);
await checks.run("get of an absent key", () => refused(call(store, "Get", { key: `absent ${randomUUID()}` }), grpc.status.NOT_FOUND));
await checks.run("deadline", late);
await checks.run("unknown method", () => unknown("/wiretax.rpc.Echo/Nothing"));
await checks.run("unknown service", () => unknown("/wiretax.rpc.Nothing/Echo"));
await checks.run("oversized message", oversized);
for (const service of ["", ...SERVICES]) {
  await checks.run(`health of ${service || "the server"}`, () => healthy(service));
}
await checks.run("reflection lists the services", lists);
channel.close();
process.exitCode = checks.failed > 0 ? 1 : 0;
