import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toEqual(['openGitFolder', 'openGitQueue', 'openPostgresQueue', 'openSqliteQueue'])
})
