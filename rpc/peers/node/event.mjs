// The event that all arms serialize, read from the wire bytes that the Rust side wrote.

import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";

import { load, root } from "./modules.mjs";

/// `wiretax.append.ProposedMessage` for one version of protobufjs.
export function reflected(protobuf) {
  const schema = new protobuf.Root().loadSync(join(root, "proto", "append.proto"), { keepCase: true });
  return schema.lookupType("wiretax.append.ProposedMessage");
}

/// The event's fields, and the bytes that every arm must make of them. These are the payload's own but for the order of the map's entries,
/// which google-protobuf sorts by key.
export function read(payload) {
  const type = reflected(load("protobufjs-new"));
  const decoded = type.decode(payload);
  const entries = Object.entries(decoded.metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const { id, custom_metadata, data } = decoded;
  const expected = Buffer.from(type.encode({ id, metadata: Object.fromEntries(entries), custom_metadata, data }).finish());
  const known = type.toObject(type.decode(expected));
  if (expected.length !== payload.length || !isDeepStrictEqual(known, type.toObject(decoded))) {
    throw new Error(`the payload holds more than a wiretax.append.ProposedMessage: ${expected.length} of its ${payload.length} bytes are known`);
  }
  if (!id || entries.length === 0 || custom_metadata.length === 0 || data.length === 0) {
    throw new Error("the payload leaves a field of wiretax.append.ProposedMessage empty; the arms must serialize all of them");
  }
  return { event: { id, entries, custom_metadata: Buffer.from(custom_metadata), data: Buffer.from(data) }, expected };
}
