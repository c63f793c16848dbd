#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `NODE_TOO_OLD  datacortex needs Node 24 or newer; this is ${process.version}.\n` +
      'hint       npx -y -p node@24 -- datacortex …\n',
  )
  process.exit(1)
}
const [first, ...others] = process.argv.slice(2)
// It was made in 80 columns: to build all commands for it takes longer than the start of Node.
if (first === '--help' && others.length === 0 && !(process.stdout.columns < 80)) {
  // A reader that closes early, such as `head`, is no error.
  process.stdout.on('error', () => {})
  process.stdout.write(preparedHelp())
} else {
  if (first === 'index') beginAnew()
  await run()
}

// Native code keeps what it frees in eight pieces for each processor, and V8 grows for what soon goes: both are settled when
// a process begins. The index of a vault of 8,000 notes takes a third less so; the process stays the same one.
function beginAnew() {
  const isSettled = process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined
  if (isSettled || process.channel !== undefined || process.execve === undefined) return
  const args = [process.execPath, '--max-semi-space-size=2', ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: '2' })
}

async function run() {
  // Compiled code is kept between runs: importing the model's runtime is the largest part of a cold start.
  const { compiledFolder } = await import('../bundle/compiled-folder.js').catch(endIncomplete)
  nodeModule.enableCompileCache(compiledFolder())
  const { main } = await import('../bundle/main.js').catch(endIncomplete)
  // No process.exit: ended in the middle of native work, Node may wait for its own threads for ever. Where something may
  // keep the process alive, main ends it after a while.
  process.exitCode = await main(process.argv.slice(2))
}

function preparedHelp() {
  try {
    return readFileSync(new URL('../bundle/help.txt', import.meta.url))
  } catch (error) {
    return endIncomplete(error)
  }
}

function endIncomplete(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'ENOENT') throw error
  process.stderr.write(
    `CLI_PART_MISSING  The installation of datacortex is not whole: ${error.message}\n` +
      'hint       npm install --global datacortex   (in a checkout: pnpm build)\n',
  )
  process.exit(1)
}
