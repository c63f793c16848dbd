import { expect, test } from 'vitest'
import * as sources from './index.ts'

test('exports', () => {
  expect(Object.keys(sources).sort()).toMatchInlineSnapshot(`
    [
      "Budget",
      "approveMcpSource",
      "budgetWords",
      "checkCommand",
      "defaultSources",
      "hasMcpApproval",
      "isMcpApproved",
      "isSwitchedOff",
      "mcpCommand",
      "openSources",
      "readSourceWants",
      "revokeMcpSource",
    ]
  `)
})
