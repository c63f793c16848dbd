import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256, ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { agentSourceFile } from '@datacortex/registry'
import { readAgentBody } from './read-agent-body.ts'

const fixtures = fileURLToPath(new URL('../__fixtures__', import.meta.url))
const paths = ownPaths(spacePaths(`${fixtures}/claude`))

test.each([
  ['claude', '.claude/agents/chart-maker.md', 'You draw charts.'],
  ['codex', '.codex/agents/reviewer.toml', 'Look for what is not tested.'],
  ['kiro', '.kiro/agents/well-digger.json', 'You know where water is.'],
  ['kiro', '.kiro/agents/pipe-layer.md', 'You lay pipes.'],
  ['roo', '.roomodes#path-finder', 'You know every path.\n\nName the steepest part first.'],
  ['roo', '.roomodes#map-drawer', 'You draw maps.'],
  ['opencode', 'opencode.jsonc#nest-builder', 'You weave twigs.'],
  ['opencode', 'prompts/egg-counter.txt', 'You count eggs twice.'],
  ['claude', 'AGENTS.md', '# House rules\n\nSpeak of knots, not of kilometres.'],
])('the prompt in %s/%s', async (space, source, text) => {
  expect(await readAgentBody(ownPaths(spacePaths(join(fixtures, space))), { source })).toEqual({ text, changed: false })
})

test.each([
  [undefined],
  ['gone.md'],
  ['https://example.com/a.md'],
  [`${fixtures}/a2a/agent-card.json`],
  [`${fixtures}/datacore/.datacore/registry/agents.yaml#note-writer`],
  ['../skills/pdf-forms/SKILL.md'],
])('there is no prompt in %s', async (source) => {
  expect(await readAgentBody(paths, { source })).toMatchObject({ isPromptless: source !== 'gone.md' })
})

test.each([
  ['roo', '.roomodes#nobody'],
  ['roo', '.roomodes'],
  ['opencode', 'opencode.jsonc'],
  ['kiro', '.kiro/agents/pump-keeper.json'],
])('there is no prompt in %s/%s', async (space, source) => {
  const body = await readAgentBody(ownPaths(spacePaths(join(fixtures, space))), { source })
  expect(body).toEqual({ reason: 'its source holds no prompt', isPromptless: true })
})

test('a file outside the space is read only while it is what was imported, and a secret never', async () => {
  const [root, outside] = [await folder(), await folder()]
  const text = '# Zebra passphrases\n\nplanted\n'
  for (const name of ['a.md', '.ssh/id.md', 'id_ed25519']) {
    await mkdir(dirname(join(outside, name)), { recursive: true })
    await writeFile(join(outside, name), text)
  }
  await symlink(join(outside, 'a.md'), join(root, 'link.md'))
  await symlink(join(outside, 'id_ed25519'), join(root, 'key.md'))
  const hash = sha256(text)
  const reasonOf = async (source: string, of?: string): Promise<string | undefined> => {
    const read = await readAgentBody(ownPaths(spacePaths(root)), { source, sha256: of })
    return 'text' in read ? undefined : read.reason
  }
  const file = join(outside, 'a.md')
  expect([await reasonOf(file, hash), await reasonOf('link.md', hash)]).toEqual([undefined, undefined])
  expect(await reasonOf(file)).toBe('its source lies outside the space')
  expect(await reasonOf('link.md')).toBe('its source lies outside the space')
  expect(await reasonOf(file, sha256('older'))).toContain('is not what was imported any more')
  for (const source of ['key.md', join(outside, '.ssh/id.md')])
    expect(await reasonOf(source, hash)).toBe('it holds secrets, which are never loaded')
  await mkdir(join(root, '.datacore/state/outputs'), { recursive: true })
  await writeFile(join(root, '.datacore/state/outputs/exec-1.md'), text)
  expect(await reasonOf('.datacore/state/outputs/exec-1.md')).toContain('what other agents did')
})

async function folder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'agent-body-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('the file of an entry of a registry is the registry', () => {
  expect(agentSourceFile(paths, { source: '/r/agents.yaml#a' })).toBe('/r/agents.yaml')
  expect(agentSourceFile(paths, { source: 'b#c.md' })).toBe(`${fixtures}/claude/b#c.md`)
})
