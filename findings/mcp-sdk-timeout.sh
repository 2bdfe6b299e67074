#!/bin/sh
# The MCP client of npm asks for progress only if somebody listens, and passes no LANG to the servers that it starts.
#
# Guess: a client waits as long as progress arrives, at least with resetTimeoutOnProgress: true; a server started over
# standard input inherits the environment.
# What happens: without a function for onprogress the client sends no progress token, so resetTimeoutOnProgress alone
# changes nothing and the call ends with "Request timed out" (by default after 60 s). The server sees no LANG.
# Why it matters: servers with long tools report progress for this very purpose, and those that choose a language by the
# environment answer in their default one.
# Versions: @modelcontextprotocol/sdk 1.32.2 (npm), Node 20 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2
cat > server.mjs <<'JS'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const server = new McpServer({ name: 'slow', version: '1' });
server.registerTool('slow', { description: 'three seconds of work' }, async (extra) => {
  const token = extra._meta?.progressToken;
  for (let i = 1; i <= 6; i++) {
    await new Promise((done) => setTimeout(done, 500));
    const params = { progressToken: token, progress: i, total: 6 };
    if (token !== undefined) await extra.sendNotification({ method: 'notifications/progress', params });
  }
  return { content: [{ type: 'text', text: process.env.LANG ?? 'no LANG' }] };
});
await server.connect(new StdioServerTransport());
JS
cat > client.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { DEFAULT_REQUEST_TIMEOUT_MSEC } from '@modelcontextprotocol/sdk/shared/protocol.js';

process.env.LANG = 'zh_CN.UTF-8';
console.log('sdk', JSON.parse(readFileSync('package.json')).dependencies, 'default', DEFAULT_REQUEST_TIMEOUT_MSEC, 'ms');
const client = new Client({ name: 'asking', version: '1' });
await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server.mjs'] }));
const timeout = 1500, onprogress = () => {}, resetTimeoutOnProgress = true, found = [];
for (const options of [{ timeout, onprogress }, { timeout, resetTimeoutOnProgress },
                       { timeout, resetTimeoutOnProgress, onprogress }]) {
  const said = await client.callTool({ name: 'slow' }, undefined, options)
    .then((answer) => answer.content[0].text, (error) => error.message);
  console.log(Object.keys(options).join(' '), '->', said);
  found.push(said);
}
await client.close();
assert.match(found[0], /Request timed out/);
assert.match(found[1], /Request timed out/);
assert.equal(found[2], 'no LANG');
JS
node client.mjs
