// The original comparison: google-protobuf and protobufjs serialize one event, handed over as base64 text or as bytes.
//
//   encode.mjs --payload FILE [--count 100000] [--rounds 5] [--start message|fields|bytes]
//
// FILE holds the wire bytes of a wiretax.append.ProposedMessage. Prints one JSON object on a line: the platform, the proof that all arms make
// the same bytes, and then each arm's time in each round. The arms take turns, one at a time, in another order each round.

import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { arms, named } from "./arms.mjs";
import { read } from "./event.mjs";

const { values: asked } = parseArgs({
  options: {
    payload: { type: "string" },
    count: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    start: { type: "string", default: "fields" },
  },
});
const [count, rounds] = [Number(asked.count), Number(asked.rounds)];
const whole = (number) => Number.isSafeInteger(number) && number > 0;
if (!asked.payload || !whole(count) || !whole(rounds) || !["message", "fields", "bytes"].includes(asked.start)) {
  console.error("usage: encode.mjs --payload FILE [--count N] [--rounds N] [--start message|fields|bytes]");
  process.exit(2);
}

function print(line) {
  console.log(JSON.stringify(line));
}

/// An arm's process; asks it and waits for what it says.
class Arm {
  constructor(index) {
    this.name = named(arms[index]);
    this.index = index;
    this.process = fork(fileURLToPath(new URL("arm.mjs", import.meta.url)), { serialization: "advanced" });
  }

  async ask(message) {
    const ended = once(this.process, "exit").then(([code, signal]) => ({ error: `its process ended with ${signal ?? code}` }));
    const answered = once(this.process, "message").then(([answer]) => answer);
    this.process.send(message);
    const answer = await Promise.race([answered, ended]);
    if (answer.error) throw new Error(`${this.name}: ${answer.error}`);
    return answer;
  }
}

function mustBe(arm, bytes, expected) {
  if (Buffer.compare(bytes, expected) !== 0) {
    throw new Error(`${arm.name} makes ${bytes.length} bytes that are not the ${expected.length} of the event`);
  }
}

async function measured(arm, expected) {
  const { milliseconds, length, bytes } = await arm.ask({ count });
  mustBe(arm, bytes, expected);
  if (length !== count * expected.length) throw new Error(`${arm.name} made ${length} bytes in all instead of ${count * expected.length}`);
  return milliseconds;
}

const opened = [];
try {
  const payload = readFileSync(asked.payload);
  const { event, expected } = read(payload);
  print({ kind: "platform", node: process.version, v8: process.versions.v8, cpu: os.cpus()[0]?.model ?? null, cores: os.cpus().length, start: asked.start });
  for (const index of arms.keys()) {
    const arm = new Arm(index);
    opened.push(arm);
    const { bytes } = await arm.ask({ index, event, start: asked.start });
    mustBe(arm, bytes, expected);
  }
  const sha256 = createHash("sha256").update(expected).digest("hex");
  const sorted = Buffer.compare(expected, payload) === 0;
  print({ kind: "proof", arms: opened.map(({ name }) => name), bytes: expected.length, sha256, payload: sorted ? "identical" : "in another order of the map's entries" });
  for (const arm of opened) await arm.ask({ count: Math.ceil(count / 10) });
  for (let round = 1; round <= rounds; round += 1) {
    for (const i of opened.keys()) {
      // Each arm is first, second and so on in turn, so that none has a lasting place beside another.
      const arm = opened[(i + round - 1) % opened.length];
      const { name: library, holds } = arms[arm.index];
      const milliseconds = await measured(arm, expected);
      print({ kind: "round", arm: arm.name, library, holds, round, count, milliseconds });
    }
  }
} catch (error) {
  print({ kind: "failed", reason: error.message });
  process.exitCode = 1;
} finally {
  for (const arm of opened) if (arm.process.connected) arm.process.disconnect();
}
