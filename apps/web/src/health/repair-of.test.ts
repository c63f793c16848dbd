import { expect, test } from 'vitest'
import { repairOf } from './repair-of.ts'

test.each([
  ['Run `datacortex index`.', 'index'],
  ['datacortex index --full', undefined],
  ['datacortex agent sync', 'agents.sync'],
  ['datacortex agent sync --prune', undefined],
  ['datacortex module sync', 'modules.sync'],
  ['Write it to .datacore/env/KEY.', undefined],
])('%j is mended by %s', (hint, repair) => {
  expect(repairOf({ code: 'X', severity: 'warning', subject: '', message: '', hint })).toBe(repair)
})
