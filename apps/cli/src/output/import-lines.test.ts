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

test('counts add up, real losses come first, and of what is no loss each kind is one line', () => {
  const skipped = [
    { path: '/x/a.md', line: 3, reason: 'its front matter has no name' },
    { path: '/x/logo.png', reason: 'it is about something else', kind: 'foreign' as const },
  ]
  const left_out = [
    { kind: 'lost' as const, reason: 'its front matter has no name', count: 1, paths: ['/x/a.md'] },
    { kind: 'lost' as const, reason: 'it has no text', count: 1200, paths: ['/x/b.md', '/x/c.md', '/x/d.md'] },
    { kind: 'asked' as const, reason: 'commands of an assistant are agents if you ask for them', count: 7, paths: [] },
    { kind: 'link' as const, reason: 'they lead nowhere', count: 422, paths: [] },
    { kind: 'foreign' as const, reason: 'about something else', count: 1, paths: ['/x/logo.png'] },
  ]
  const counts = { seen: 1640, imported: 6, updated: 1, unchanged: 1, conflicts: 1, left_out: 1631 }
  expect(
    importLines({ ...report, counts, skipped, left_out, empty: [{ path: '/y', seen: '1 file: 1 .png' }] }),
  ).toEqual([
    'imported   6 agents · 1 updated · 1 unchanged · 1 under another id · 1,631 skipped of 1,640 seen',
    'skipped    /x/a.md:3  its front matter has no name',
    'skipped    1,200 × it has no text: /x/b.md, /x/c.md, /x/d.md, …',
    'skipped    7 files: commands of an assistant are agents if you ask for them (--with commands)',
    'skipped    422 links: they lead nowhere',
    'skipped    1 file about something else',
    'no agents  /y  1 file: 1 .png',
  ])
})

const report: OutputOf<'agents.import'> = {
  seen: 0,
  counts: { seen: 0, imported: 0, updated: 0, unchanged: 0, conflicts: 0, left_out: 0 },
  imported: [],
  updated: [],
  unchanged: [],
  skipped: [],
  left_out: [],
  conflicts: [],
  findings: [],
  renamed: [],
  gone: [],
}

function finding(code: string, message: string): OutputOf<'agents.import'>['findings'][number] {
  return { code, message, severity: 'info', subject: 'lead' }
}
