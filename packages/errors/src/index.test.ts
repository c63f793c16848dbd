import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "CodedError",
      "codedOf",
      "errorFinding",
      "errorsOf",
      "findingOf",
      "infoFinding",
      "orCoded",
      "redact",
      "thrownText",
      "warningFinding",
      "withoutControls",
      "withoutUndefined",
    ]
  `)
})
