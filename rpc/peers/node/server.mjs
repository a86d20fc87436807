// A server made with @grpc/grpc-js: the echo of rpc/proto/rpc.proto, on a free port of the loopback.
//
// Prints one JSON object on one line when it is ready, and ends on SIGTERM or Ctrl-C.

import { join } from "node:path";

import { load, root, version } from "./modules.mjs";

const grpc = load("@grpc/grpc-js");
const loader = load("@grpc/proto-loader");

const includeDirs = [join(root, "rpc", "proto"), join(root, "proto")];
const { wiretax } = grpc.loadPackageDefinition(loader.loadSync("rpc.proto", { keepCase: true, defaults: true, includeDirs }));

const server = new grpc.Server();
server.addService(wiretax.rpc.Echo.service, {
  Echo: (call, answer) => answer(null, call.request),
  Hello: (call, answer) => answer(null, { subject: "hello" }),
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  const ready = { address: `127.0.0.1:${port}`, pid: process.pid, peer: "grpc-js", version: version("@grpc/grpc-js") };
  console.log(JSON.stringify(ready));
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.forceShutdown());
