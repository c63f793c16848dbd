import type { OutputOf } from '@datacortex/space'
import { expect, test } from 'vitest'
import { importLines } from './import-lines.ts'

test('what was decided about entries is told, what was normalised is counted', () => {
  const findings = [
    finding('IMPORT_SKILL_NAME_DIFFERS', 'named otherwise'),
    finding('IMPORT_RIGHTS_TAKEN_BACK', 'lead: its spawns were taken out.'),
  ]
  expect(importLines({ ...report, findings })).toEqual([
    'imported   0 agents · 0 skipped',
    '           1 note on what was normalised (--json lists them)',
    'note       lead: its spawns were taken out.',
  ])
})

test('of one file with odd front matter the name is told, of more their number', () => {
  const odd = { ...finding('IMPORT_FRONT_MATTER_LENIENT', 'no YAML'), subject: '/elsewhere/tuner.md:3:14' }
  expect(importLines({ ...report, findings: [odd] })[1]).toBe(
    '           /elsewhere/tuner.md:3:14 has front matter that YAML rejects; read leniently',
  )
  expect(importLines({ ...report, findings: [odd, odd] })[1]).toBe(
    '           2 files had front matter that YAML rejects; read leniently (--json lists them)',
  )
})

const report: OutputOf<'agents.import'> = {
  missing: 0,
  imported: [],
  updated: [],
  unchanged: [],
  skipped: [],
  ignored: 0,
  conflicts: [],
  findings: [],
  renamed: [],
  gone: [],
}

function finding(code: string, message: string): OutputOf<'agents.import'>['findings'][number] {
  return { code, message, severity: 'info', subject: 'lead' }
}
