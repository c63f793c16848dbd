#!/usr/bin/env node
import * as nodeModule from 'node:module'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `NODE_TOO_OLD  datacortex needs Node 24 or newer; this is ${process.version}.\n` +
      'hint       npx -y -p node@24 -- datacortex …\n',
  )
  process.exit(1)
}
// Compiled code is kept between runs: importing the model's runtime is the largest part of a cold start.
const { compiledFolder } = await import('../bundle/compiled-folder.js').catch(endIncomplete)
nodeModule.enableCompileCache(compiledFolder())
const { main } = await import('../bundle/main.js').catch(endIncomplete)
// No process.exit: ended in the middle of native work, Node may wait for its own threads for ever. Where something may
// keep the process alive, main ends it after a while.
process.exitCode = await main(process.argv.slice(2))

function endIncomplete(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  process.stderr.write(
    `CLI_PART_MISSING  The installation of datacortex is not whole: ${error.message}\n` +
      'hint       npm install --global datacortex   (in a checkout: pnpm build)\n',
  )
  process.exit(1)
}
