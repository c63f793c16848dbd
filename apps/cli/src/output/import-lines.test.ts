import type { ImportReport } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { importLines } from './import-lines.ts'

test('what was decided about entries is told, what was normalised is counted', () => {
  const finding = (code: string, message: string) => ({ code, message, severity: 'info', subject: 'lead' }) as const
  const report: ImportReport = {
    imported: [],
    updated: [],
    unchanged: [],
    skipped: [],
    ignored: 0,
    conflicts: [],
    findings: [
      finding('IMPORT_SKILL_NAME_DIFFERS', 'named otherwise'),
      finding('IMPORT_RIGHTS_TAKEN_BACK', 'lead: its spawns were taken out.'),
    ],
  }
  expect(importLines(report)).toEqual([
    'imported   0 agents · 0 skipped',
    '           1 note on what was normalised (--json lists them)',
    'note       lead: its spawns were taken out.',
  ])
})
