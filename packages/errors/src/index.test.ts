import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "CodedError",
      "asFinding",
      "attempt",
      "codedError",
      "errorFinding",
      "errorsOf",
      "findingOf",
      "holdsSecretKey",
      "ifCoded",
      "infoFinding",
      "redact",
      "thrownText",
      "warningFinding",
      "whenCoded",
      "withoutControls",
      "withoutUndefined",
    ]
  `)
})
