import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { type CommandToBind, bindCommand } from './bind-command.ts'

/** A space with these files, and what a yes to a command in it would be about. */
async function spaceWith(files: Readonly<Record<string, string>>) {
  const directory = await temporaryFolder()
  const write = async (more: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(more)) {
      await mkdir(dirname(join(directory, path)), { recursive: true })
      await writeFile(join(directory, path), text)
    }
  }
  await write(files)
  const bound = async (line: string, more: Partial<CommandToBind> = {}) =>
    await bindCommand({ words: line.split(' '), directory, of: 'the source tides', ...more })
  return { directory, write, bound }
}

test.each([
  ['node server.js notes.md', ['server.js'], 'server.js'],
  ['node server', ['server.js'], 'server.js'],
  ['node --no-warnings server', ['server.js'], 'server.mjs'],
  ['node lib', ['lib/index.js', 'lib/package.json', 'lib/start.js'], 'lib/start.js'],
  ['node lib', ['lib/index.js', 'lib/package.json', 'lib/start.js'], 'lib/index.js'],
  ['node lib', ['lib/index.js', 'lib/package.json', 'lib/start.js'], 'lib/main.mjs'],
  ['node -r ./hook server.js', ['hook.cjs', 'server.js'], 'hook.cjs'],
  ['node -r./hook server.js', ['hook.cjs', 'server.js'], 'hook.cjs'],
  ['node --import=./hook.cjs server.js', ['hook.cjs', 'server.js'], 'hook.cjs'],
  [
    'node --loader left-pad server.js',
    ['node_modules/left-pad/index.js', 'server.js'],
    'node_modules/left-pad/index.js',
  ],
  ['node --env-file .vars server.js', ['.vars', 'server.js'], '.vars'],
  ['python3.12 -W ignore run notes.md', ['run'], 'run'],
  ['python3 -m tool.part', ['tool/part.py'], 'tool/part.py'],
  ['python3 -m tool', ['tool/__main__.py'], 'tool/__main__.py'],
  ['make answer', ['Makefile'], 'Makefile'],
  ['make answer', ['Makefile'], 'GNUmakefile'],
  ['make -f rules answer', ['Makefile', 'rules'], 'rules'],
  ['make -C lib', ['Makefile', 'lib/index.js', 'lib/package.json', 'lib/start.js'], 'lib/Makefile'],
  ['npm run answer', ['package.json'], 'package.json'],
  ['npm --prefix lib start', ['lib/index.js', 'lib/package.json', 'lib/start.js', 'package.json'], 'lib/package.json'],
  ['env A=b sh run', ['run'], 'run'],
  ['nice bin/tool', ['bin/tool'], 'bin/tool'],
  ['bin/tool', ['bin/tool'], 'bin/tool'],
  ['./server.js', ['server.js'], 'server.js'],
  ['cat notes.md', [], 'server.js'],
  ['node -e 1 notes.md', [], 'notes.md'],
])('%s is bound to %j', async (line, scripts, changed) => {
  const { bound, write, directory } = await spaceWith({
    'server.js': '1',
    'notes.md': '1',
    'hook.cjs': '1',
    '.vars': '1',
    run: '1',
    rules: '1',
    Makefile: 'answer:\n',
    'package.json': '{"scripts":{"answer":"true"}}',
    'lib/package.json': '{"main":"./start","exports":{".":{"import":"./start.js"}}}',
    'lib/start.js': '1',
    'lib/index.js': '1',
    'node_modules/left-pad/index.js': '1',
    'tool/part.py': '1',
    'tool/__main__.py': '1',
    'bin/tool': '#!/bin/sh\n',
  })
  await chmod(join(directory, 'bin/tool'), 0o755)
  await chmod(join(directory, 'server.js'), 0o755)
  const before = await bound(line)
  expect(before.scripts.toSorted()).toEqual(scripts)
  // Without its first signs a file of no ending would be data.
  await write({ [changed]: changed === 'bin/tool' ? '#!2' : '2' })
  expect((await bound(line)).digest === before.digest).toBe(scripts.length === 0)
})

test('a script outside of the space, a linked one and a changed target are other files', async () => {
  const [{ directory, bound }, other] = [await spaceWith({}), await spaceWith({ 'a.js': '1', 'b.js': '2' })]
  await symlink(join(other.directory, 'a.js'), join(directory, 'link.js'))
  const line = `node link.js ${join(other.directory, 'b.js')}`
  const before = await bound(line)
  expect(before.scripts.toSorted()).toEqual([join(other.directory, 'b.js'), 'link.js'].toSorted())
  for (const name of ['a.js', 'b.js']) {
    await other.write({ [name]: '3' })
    expect((await bound(line)).digest).not.toBe(before.digest)
    await other.write({ 'a.js': '1', 'b.js': '2' })
    expect((await bound(line)).digest).toBe(before.digest)
  }
})

test('words, folder, owner, variables with their values and names of secrets are bound; values of secrets are not shown', async () => {
  const { bound, directory } = await spaceWith({})
  const variables = { STAGE: 'test', TOKEN: 'sk-12345', HEADER_KEY: 'Bearer {api_key}', OTHER: undefined }
  const before = await bound('tides', { variables, secrets: ['TIDES_KEY'] })
  expect(before.facts).toMatchObject({
    command: '["tides"]',
    folder: directory,
    program: 'not there',
    'variable STAGE': 'test',
    'variable TOKEN': expect.stringMatching(/^not shown \(SHA-256 [0-9a-f]{64}\)$/),
    'variable HEADER_KEY': 'Bearer {api_key}',
    'variable OTHER': 'from .datacore/env or your environment',
    'secret TIDES_KEY': 'from .datacore/env or your environment',
  })
  expect(JSON.stringify(before)).not.toContain('sk-12345')
  const changes: readonly Partial<CommandToBind>[] = [
    { variables: { ...variables, STAGE: 'live' } },
    { variables: { ...variables, TOKEN: 'sk-12346' } },
    { variables: { ...variables, MORE: '1' } },
    { secrets: [] },
    { of: 'the source wiki' },
    { words: ['tides', ''] },
  ]
  for (const changed of changes)
    expect((await bound('tides', { variables, secrets: ['TIDES_KEY'], ...changed })).digest).not.toBe(before.digest)
})

test('the program that PATH leads to is bound, and read where it lies in the space', async () => {
  const { bound, write, directory } = await spaceWith({ 'one/tides': 'x', 'two/tides': 'x' })
  for (const folder of ['one', 'two']) await chmod(join(directory, folder, 'tides'), 0o755)
  const [one, two] = [join(directory, 'one'), join(directory, 'two')]
  const { PATH = '' } = process.env
  vi.stubEnv('PATH', [one, two, PATH].join(delimiter))
  const before = await bound('tides')
  expect(before).toMatchObject({ facts: { program: 'one/tides' }, scripts: ['one/tides'], refusal: undefined })
  await write({ 'one/tides': 'y' })
  expect((await bound('tides')).digest).not.toBe(before.digest)
  vi.stubEnv('PATH', [two, one, PATH].join(delimiter))
  expect((await bound('tides')).facts['program']).toBe('two/tides')
})

test.each(['.', '', 'bin', './node_modules/.bin'])(
  'nothing runs while PATH has the relative entry %j',
  async (entry) => {
    const { bound } = await spaceWith({})
    vi.stubEnv('PATH', [process.env['PATH'], entry].join(delimiter))
    expect((await bound('tides')).refusal).toContain(`PATH has the relative entry ${JSON.stringify(entry)}`)
  },
)

test.each(
  'NODE_OPTIONS node_options LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES PYTHONPATH PYTHONSTARTUP PERL5OPT RUBYOPT BASH_ENV ENV GIT_SSH_COMMAND GIT_CONFIG_COUNT npm_config_script_shell DATACORTEX_CHAIN HOME'.split(
    ' ',
  ),
)('a space may not set %s, whatever its value', async (name) => {
  const { bound } = await spaceWith({})
  for (const value of ['x', undefined])
    expect((await bound('tides', { variables: { [name]: value } })).refusal).toContain(`the variable ${name} makes`)
})

test.each('OPENAI_API_KEY STAGE PYTHONUNBUFFERED NODE_ENV GITHUB_TOKEN GIT_AUTHOR_NAME ENVIRONMENT'.split(' '))(
  'a space may set %s',
  async (name) => {
    const { bound } = await spaceWith({})
    expect((await bound('tides', { variables: { [name]: 'x' } })).refusal).toBeUndefined()
  },
)

test('a PATH of the space may lead to folders of the system only', async () => {
  const { bound, directory } = await spaceWith({})
  expect((await bound('tides', { variables: { PATH: '/usr/bin' } })).refusal).toBeUndefined()
  for (const path of [join(directory, 'bin'), directory])
    expect((await bound('tides', { variables: { PATH: `/usr/bin${delimiter}${path}` } })).refusal).toContain(
      'of the space',
    )
  expect((await bound('tides', { variables: { PATH: 'bin' } })).refusal).toContain('relative entry')
})

test('what no yes covers is said, and more of it where a shell is given a command', async () => {
  const { bound } = await spaceWith({})
  const plain = (await bound('tides')).uncovered
  expect(plain.join('\n')).toMatch(/imports[^]*PATH/)
  expect((await bound('sh -c tides')).uncovered.slice(plain.length)).toEqual([expect.stringContaining('sh -c')])
})

test('a yes goes with a space that its user moved, as far as nothing in it changed', async () => {
  const { directory } = await spaceWith({ 'bin/tides.js': '1' })
  const moved = `${directory}-moved`
  const words = ['./bin/tides.js', 'bin/tides.js']
  const before = await bindCommand({ words, directory, of: 'x' })
  await cp(directory, moved, { recursive: true })
  onTestFinished(async () => await rm(moved, { recursive: true }))
  expect((await bindCommand({ words, directory: moved, boundTo: directory, of: 'x' })).digest).toBe(before.digest)
  expect((await bindCommand({ words, directory: moved, of: 'x' })).digest).not.toBe(before.digest)
})

test('words that no path can be are bound as they are', async () => {
  const { directory } = await spaceWith({})
  const words = ['tides', 'a\0b', 'x'.repeat(5000), { program: 'x' }, '-r', '']
  for (const some of [words, ['./ti\0des'], [], [7]])
    expect(await bindCommand({ words: some, directory, of: 'x' })).toMatchObject({ scripts: [], refusal: undefined })
})
