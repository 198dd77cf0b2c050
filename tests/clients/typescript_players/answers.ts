// Answers the prompts of a file at random.

import { answer, type JsonSchema } from "moirai-client";
import { readFileSync } from "node:fs";
import { say, task } from "./program.js";

const prompts = JSON.parse(readFileSync(task<string>(), "utf8")) as JsonSchema[];
say(prompts.map((prompt) => answer(prompt)));
