import { expect, test } from 'vitest'
import * as sources from './index.ts'

test('exports', () => {
  expect(Object.keys(sources).sort()).toMatchInlineSnapshot(`
    [
      "Budget",
      "approveMcp",
      "budgetWords",
      "defaultSources",
      "isSwitchedOff",
      "keyHosts",
      "mcpCommand",
      "openSources",
      "readSourceWants",
      "sourceIdOf",
      "sourceOfOpenApi",
      "sourcesOfServers",
    ]
  `)
})
