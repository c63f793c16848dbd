import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

test.each(['knowledge-extractor', 'ingest-orchestrator'])('the writes of %s bound what ingest writes', async (id) => {
  const cwd = await spaceWith(`agents:
  ${id}:
    name: Extractor
    description: Turns content into notes.
    skills: []
    writes: ['9-nowhere/**']
`)
  const report = await runJson(['ingest', join(cwd, 'tides.md'), '--no-index'], { cwd, status: 1 })
  expect(report).toMatchObject({
    outputs: [],
    items: [{ status: 'failed', error: { code: 'WRITES_REFUSED', message: expect.stringContaining('9-nowhere/**') } }],
  })
  expect(existsSync(join(cwd, '0-personal/3-knowledge/literature/tides-of-the-port.md'))).toBe(false)
})

test('a knowledge location outside of the space is told, and one inside is where notes go', async () => {
  const cwd = await spaceWith(`knowledge_locations:
  personal:
    zettel: 9-nowhere/zettel
    literature: 0-personal/library
`)
  expect(await runJson(['ingest', join(cwd, 'tides.md'), '--no-index'], { cwd })).toMatchObject({
    findings: [{ code: 'KNOWLEDGE_LOCATION_IGNORED', subject: 'knowledge_locations.personal.zettel' }],
    items: [{ status: 'success', literature_note: '0-personal/library/tides-of-the-port.md' }],
  })
  expect(existsSync(join(cwd, '9-nowhere'))).toBe(false)
  expect(await readFile(join(cwd, '0-personal/library/tides-of-the-port.md'), 'utf8')).toContain('Spring tides')
})

test('the writes of research-orchestrator bound what research writes', async () => {
  const cwd = await spaceWith(`agents:
  research-orchestrator:
    name: Orchestrator
    description: Researches.
    skills: []
    writes: ['*/3-knowledge/**']
`)
  const folder = JSON.stringify(cwd)
  const settings = `network: {web_sources: false}\nplugins: {source-files: {folder: ${folder}}}\n`
  await writeFile(join(cwd, '.datacore/settings.local.yaml'), settings)
  expect(await runJson(['research', 'tides', '--select', 'all', '--no-index'], { cwd, status: 1 })).toMatchObject({
    error: {
      code: 'WRITES_REFUSED',
      message: expect.stringContaining('research-orchestrator writes to */3-knowledge/**'),
    },
  })
  expect(existsSync(join(cwd, '0-personal/content/summaries'))).toBe(false)
})

async function spaceWith(registry: string): Promise<string> {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await writeFile(join(cwd, '.datacore/registry/agents.yaml'), registry)
  await writeFile(
    join(cwd, 'tides.md'),
    `# Tides of the port

Spring tides occur when the Sun and the Moon pull the sea along one line. The water then rises higher than on other days of the month.

Harbour walls in northern Europe are built about one metre above the highest spring tide. Storm surges raise the water by another two metres in bad winters.
`,
  )
  return cwd
}
