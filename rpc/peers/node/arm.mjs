// One arm in a process of its own, so that no arm's types, caches of calls or garbage are another's. Told by encode.mjs what to do.

import { arms, named } from "./arms.mjs";

/// Where the clock starts: what is inside of it for each serialization.
const starts = {
  /// The message is filled once.
  message(library, event, form) {
    const message = library.fill(form(event));
    return () => library.serialize(message);
  },
  /// The fields are at hand as text or bytes, and a new message is filled with them.
  fields(library, event, form) {
    const fields = form(event);
    return () => library.serialize(library.fill(fields));
  },
  /// The event is at hand as bytes; making text of them counts.
  bytes(library, event, form) {
    return () => library.serialize(library.fill(form(event)));
  },
};

// Buffers that came through a channel may be views of a larger one.
const own = (buffer) => Uint8Array.prototype.slice.call(buffer);
const text = (buffer) => Buffer.from(buffer).toString("base64");

let run;

function open({ index, event, start }) {
  const arm = arms[index];
  const library = arm.make(arm.alias);
  const kept = { ...event, custom_metadata: own(event.custom_metadata), data: own(event.data) };
  const form = (it) => (arm.holds === "base64" ? { ...it, custom_metadata: text(it.custom_metadata), data: text(it.data) } : it);
  for (const value of library.held(library.fill(form(kept)))) {
    const holds = typeof value === "string" ? "base64" : "bytes";
    if (holds !== arm.holds) throw new Error(`${named(arm)} holds ${holds} in a field of bytes`);
  }
  run = starts[start](library, kept, form);
  return { bytes: Buffer.from(run()) };
}

function measure({ count }) {
  let length = 0;
  let last;
  const began = process.hrtime.bigint();
  for (let i = 0; i < count; i += 1) {
    last = run();
    length += last.length;
  }
  const nanoseconds = process.hrtime.bigint() - began;
  return { milliseconds: Number(nanoseconds) / 1e6, length, bytes: Buffer.from(last) };
}

process.on("disconnect", () => process.exit());
process.on("message", (asked) => {
  try {
    process.send(asked.event ? open(asked) : measure(asked));
  } catch (error) {
    process.send({ error: error.message });
  }
});
