import { writeFileSync } from 'node:fs'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { mcpServer } from './mcp-tools.ts'

const [mode = 'json'] = process.argv.slice(2)
// What a careless server prints.
process.stderr.write('starting\n')
if (mode === 'hangs-at-connect') setInterval(() => undefined, 2 ** 30)
else if (mode === 'prints') process.stdout.write('Hello!\n'.repeat(10))
if (mode !== 'hangs-at-connect') serveStdio(() => mcpServer(mode, () => writeFileSync('hung', '')))
if (mode === 'ignores-ends') {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 2 ** 30)
}
