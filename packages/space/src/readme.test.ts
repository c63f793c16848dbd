import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { operations } from './operations.ts'

test('the README lists every operation with its tool, its right and the doors that offer it', async () => {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/^\| `([a-z.]+)` *\| `[^`]+` *\| `(\w+)` *\| (\w+) *\| ([a-z, ]+?) *\|/gm)]
  const table = Object.entries(operations).map(([name, { tool, right, notAt }]) => {
    const doors = (['command', 'mcp', 'http'] as const).filter((door) => notAt?.[door] === undefined)
    return [name, tool, right, doors.join(', ') || 'none']
  })
  expect(listed.map(([, ...cells]) => cells)).toEqual(table)
})
