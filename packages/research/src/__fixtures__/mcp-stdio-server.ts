import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { mcpServer } from './mcp-tools.ts'

const [mode = 'json'] = process.argv.slice(2)
// What a careless server prints.
process.stderr.write('starting\n')
if (mode === 'hangs-at-connect') setInterval(() => undefined, 1000)
else if (mode === 'prints') process.stdout.write('Hello!\n'.repeat(10))
if (mode !== 'hangs-at-connect') serveStdio(() => mcpServer(mode))
if (mode === 'ignores-ends') {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 1000)
}
