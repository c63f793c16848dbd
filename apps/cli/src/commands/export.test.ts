import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { exportCatalog } from './export.ts'

test('an agent that is left out by an error is no success, though the others are published', async () => {
  const { context, paths } = await commandSpace({ agents: { con: {}, cook: {} } })
  const given = { url: 'https://agents.example.org/', out: join(paths.root, 'public') }
  const both = await exportCatalog(context, given)
  expect(both).toMatchObject({ data: { written: { length: 1 } }, exitCode: 1 })
  expect(both.lines.join()).toContain('EXPORT_ID_UNFIT')
  expect(await exportCatalog(context, { ...given, ids: ['cook'] })).toMatchObject({ exitCode: 0 })
})
