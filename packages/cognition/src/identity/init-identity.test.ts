import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { mindSpace } from '../__fixtures__/mind-space.ts'
import { namesOfMind, readMind } from '../mind.ts'
import { checkIdentity } from './check-identity.ts'
import { initIdentity } from './init-identity.ts'

const writer = {
  agent: 'writer',
  name: 'Wren',
  description: 'Writes\nreports.',
  prompt: '- Never invent a source.\nWrite.',
}

test('an agent gets an identity of its own words, the block in its entry file and what that names; nothing twice', async () => {
  const { paths } = await mindSpace()
  const entry = join(paths.root, 'AGENTS.md')
  await writeFile(entry, Buffer.from('# Höfe\r\n\r\nBe brief.\r\n'))
  const options = { ...writer, uid: '12345678901234567890', entry: 'AGENTS.md' }
  expect(await initIdentity(paths, { ...options, dryRun: true })).toMatchObject({ written: expect.any(Array) })
  expect(await readdir(paths.agentsDirectory)).toEqual([])
  const { written } = await initIdentity(paths, options)
  expect(written).toEqual([
    '.datacore/specifications/acas-1.4.0.md',
    '.datacore/agents/writer/identity.yaml',
    'AGENTS.md',
  ])
  const text = await readFile(entry, 'utf8')
  expect(text.startsWith('# Höfe\r\n\r\nBe brief.\r\n\r\n<!-- datacortex identity: begin -->\r\n')).toBe(true)
  for (const named of text.matchAll(/^- (?:Specification|Identity): (.+?)\r$/gm))
    expect(await readFile(join(paths.root, named[1] ?? ''), 'utf8')).not.toBe('')
  expect((await readMind(paths, 'writer')).identity).toMatchObject({
    name: 'Wren',
    uid: '12345678901234567890',
    persona: 'Writes reports.',
    capabilities: ['recall:v1', 'remember:v1', 'reflect:v1'],
    boundaries: ['Never invent a source.'],
  })
  expect((await initIdentity(paths, { ...writer, entry: 'AGENTS.md' })).written).toEqual([])
  expect(await readFile(entry, 'utf8')).toBe(text)
  await writeFile(entry, `\uFEFF${text.replace('Knowledge: ', 'Knowledge: old')}Behind.`)
  expect((await initIdentity(paths, { ...writer, entry: 'AGENTS.md' })).written).toEqual(['AGENTS.md'])
  expect(await readFile(entry, 'utf8')).toBe(`\uFEFF${text}Behind.`)
})

test.each([
  ['<!-- datacortex identity: begin -->\n', 'of the two marks'],
  [
    '<!-- datacortex identity: begin -->\n<!-- datacortex identity: begin -->\n<!-- datacortex identity: end -->\n',
    'twice',
  ],
  ['<!-- datacortex identity: begin -->\n- Agent: `other`\n<!-- datacortex identity: end -->\n', 'agent other'],
])('an entry file that is not as it should be stays, and nothing else is written: %j', async (text, reason) => {
  const { paths } = await mindSpace()
  await writeFile(join(paths.root, 'AGENTS.md'), text)
  const given = initIdentity(paths, { ...writer, entry: 'AGENTS.md' })
  await expect(given).rejects.toMatchObject({
    code: 'COGNITION_ENTRY_INVALID',
    message: expect.stringContaining(reason),
  })
  expect(await readFile(join(paths.root, 'AGENTS.md'), 'utf8')).toBe(text)
  expect(await readdir(paths.agentsDirectory)).toEqual([])
})

test('an entry file is no link, lies in the space and not in its settings', async () => {
  const { paths } = await mindSpace()
  await symlink('/etc/hostname', join(paths.root, 'CLAUDE.md'))
  for (const entry of ['CLAUDE.md', '../AGENTS.md'])
    await expect(initIdentity(paths, { ...writer, entry })).rejects.toMatchObject({ code: 'PLATFORM_PATH_REFUSED' })
  const settings = initIdentity(paths, { ...writer, entry: '.datacore/settings.yaml' })
  await expect(settings).rejects.toMatchObject({ code: 'COGNITION_ENTRY_INVALID' })
})

test.each([
  ['uid: 12345678901234567890', 'a number would lose digits'],
  ['uid: "1"\n  capabilities: ["recall:1.0"]', '<tool>:v<major>'],
  ['uid: "1"\n  capabilities: ["recall:v01"]', '<tool>:v<major>'],
  ['uid: "1"\n  persona: ""', 'persona'],
  ['uid: "1"\n  name: "half', 'line'],
  ['uid: "1"\n  capabilities: []\nspec_version: "2.0.0"', 'spec_version'],
])('a damaged identity is an error with its code: %j', async (part, reason) => {
  const { paths } = await mindSpace()
  await mkdir(join(paths.agentsDirectory, 'writer'))
  const usual = Object.entries({ name: '"W"', persona: '"P"', capabilities: '[]' }).filter(
    ([key]) => !part.includes(`${key}:`),
  )
  const head = part.includes('spec_version') ? [] : ['spec_version: "1.4.0"']
  const lines = [...head, 'identity:', ...usual.map(([key, value]) => `  ${key}: ${value}`), `  ${part}`]
  await writeFile(join(paths.agentsDirectory, 'writer/identity.yaml'), lines.join('\n'))
  const reading = checkIdentity(paths, { agent: 'writer' })
  await expect(reading).rejects.toMatchObject({
    code: 'COGNITION_IDENTITY_INVALID',
    message: expect.stringContaining(reason),
  })
})

test('two agents whose folders are one on other disks are an error, and so is none', async () => {
  const { paths } = await mindSpace('writer', 'café')
  for (const [agent, twin] of [
    ['writer', 'Writer'],
    ['café'.normalize('NFC'), 'café'.normalize('NFD')],
  ] as const) {
    await mkdir(join(paths.agentsDirectory, twin))
    await writeFile(join(paths.agentsDirectory, twin, 'identity.yaml'), '')
    await expect(readMind(paths, agent)).rejects.toMatchObject({ code: 'COGNITION_IDENTITY_TWICE' })
  }
  await expect(readMind(paths, 'nobody')).rejects.toMatchObject({ code: 'COGNITION_IDENTITY_MISSING' })
  await expect(readMind(paths, '../nobody')).rejects.toMatchObject({ code: 'PLATFORM_PATH_REFUSED' })
})

test('who has another sender id does not start, and nothing is made; else the steps hold, each time', async () => {
  const { paths } = await mindSpace('writer')
  await expect(checkIdentity(paths, { agent: 'writer', sender: 'spy' })).rejects.toMatchObject({
    code: 'COGNITION_SENDER_MISMATCH',
  })
  expect(await readdir(paths.cacheDirectory)).toEqual([])
  expect((await checkIdentity(paths, { agent: 'writer' })).ok).toBe(false)
  await initIdentity(paths, { ...writer, entry: 'AGENTS.md' })
  const checked = await checkIdentity(paths, { agent: 'writer', sender: '100writer' })
  expect(checked.steps.map(({ holds }) => holds)).toEqual([true, true, true, true, null, true])
  expect(await checkIdentity(paths, { agent: 'writer', sender: '100writer' })).toEqual(checked)
})

test('minds lie where the registry says, inside of the space and to be seen', async () => {
  const { paths } = await mindSpace('writer')
  const named = async (place: string): Promise<string> => {
    await writeFile(paths.agentsFile, `agents: {}\nknowledge_locations:\n  personal:\n    minds: ${place}\n# end\n`)
    return (await readMind(paths, 'writer')).place
  }
  expect(await named('0-personal/agents/')).toBe('0-personal/agents')
  for (const place of ['../out', '/tmp', '.datacore/minds', '.'])
    await expect(named(place)).rejects.toMatchObject({ code: 'COGNITION_PLACE_REFUSED' })
})

test('a file where a folder of a mind belongs is named without the place of the space on this machine', async () => {
  const { logs } = (await mindSpace('writer')).minds.writer
  await mkdir(dirname(logs), { recursive: true })
  await writeFile(logs, 'text')
  const refused = { code: 'COGNITION_PLACE_REFUSED', details: { place: 'writer/logs' } }
  await expect(namesOfMind(logs)).rejects.toMatchObject(refused)
})
