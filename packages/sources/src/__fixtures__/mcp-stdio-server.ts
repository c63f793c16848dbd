import { writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const [mode = 'json'] = process.argv.slice(2)
// What a careless server prints.
process.stderr.write('starting\n')
if (mode === 'prints') process.stdout.write('Hello!\n'.repeat(10))
if (mode === 'ignores-ends') process.on('SIGTERM', () => undefined)
if (mode === 'ignores-ends' || mode === 'hangs-at-connect') setInterval(() => undefined, 2 ** 30)
if (mode === 'json' || mode === 'prints') {
  // A server is given no variables, so not that of the tests for this folder either.
  enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/datacortex-tests', import.meta.url)))
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const { mcpServer } = await import('./mcp-tools.ts')
  serveStdio(() => mcpServer(mode, () => undefined))
} else if (mode === 'hangs-at-connect') writeFileSync('hung', '')
else {
  const { serveOddly } = await import('./odd-mcp-server.ts')
  await serveOddly(mode)
}
