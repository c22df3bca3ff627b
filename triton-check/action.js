#!/usr/bin/env node
"use strict";

// cli/check/action.ts
var given = (input) => process.env[`INPUT_${input.toUpperCase()}`]?.trim() ?? "";
var options = ["release", "instance-type", "gpu-count", "sarif-file"].filter((input) => given(input) !== "");
var paths = given("path").split(/\r?\n/);
process.argv.push(
  "--format=github",
  ...options.map((input) => `--${input}=${given(input)}`),
  "--",
  ...paths.map((line) => line.trim()).filter((line) => line !== "")
);
require("./triton-check.js");
