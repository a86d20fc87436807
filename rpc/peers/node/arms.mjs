// What is compared: two libraries in two versions, each handed base64 text or bytes.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

import { reflected } from "./event.mjs";
import { folder, load, version } from "./modules.mjs";

/// The packages, as node/package.json names them.
const libraries = [
  { name: "google-protobuf", alias: "google-protobuf-old", make: google },
  { name: "google-protobuf", alias: "google-protobuf-new", make: google },
  { name: "protobufjs", alias: "protobufjs-old", make: protobufjs },
  { name: "protobufjs", alias: "protobufjs-new", make: protobufjs },
];

/// All arms: each library with base64 text, then all again with bytes.
export const arms = ["base64", "bytes"].flatMap((holds) => libraries.map((library) => ({ ...library, holds })));

/// What a person calls an arm.
export function named({ name, alias, holds }) {
  return `${name} ${version(alias)}, ${holds === "base64" ? "base64" : "no base64"}`;
}

// The generated code is what the old version's generator made; it asks for its runtime by name and registers its types in the one global
// object, so a process can hold only one version. The newest generator writes the same but for maps: where the old code calls a method of
// the map, it calls a function of the runtime, and the method is gone. One is set in its place that calls that function.
function google(alias) {
  const runtime = load(alias);
  runtime.Map.prototype.serializeBinary ??= function (field, writer, key, value) {
    runtime.internal.public_for_gencode.serializeMapToBinary(this, field, writer, key, value);
  };
  const path = join(folder, "node-generated", "append_pb.js");
  const module = { exports: {} };
  const code = vm.compileFunction(readFileSync(path, "utf8"), ["require", "exports", "module"], { filename: path });
  code(() => runtime, module.exports, module);
  const { ProposedMessage } = module.exports;
  return {
    fill({ id, entries, custom_metadata, data }) {
      const message = new ProposedMessage();
      message.setId(id);
      const metadata = message.getMetadataMap();
      for (const [key, value] of entries) metadata.set(key, value);
      message.setCustomMetadata(custom_metadata);
      message.setData(data);
      return message;
    },
    serialize: (message) => message.serializeBinary(),
    held: (message) => [message.getCustomMetadata(), message.getData()],
  };
}

function protobufjs(alias) {
  const type = reflected(load(alias));
  return {
    fill({ id, entries, custom_metadata, data }) {
      const metadata = {};
      for (const [key, value] of entries) metadata[key] = value;
      return type.create({ id, metadata, custom_metadata, data });
    },
    // Its result is handed over as it is; the original copied it once more where the fields were text.
    serialize: (message) => type.encode(message).finish(),
    held: (message) => [message.custom_metadata, message.data],
  };
}
