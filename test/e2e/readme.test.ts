import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LibrarySite } from './library-site.ts'
import { startLibrarySite } from './library-site.ts'
import { program, sample, startProgram } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Commands that are shown but not run here, and why. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/^git clone /, 'needs the network'],
  [/^npx /, 'needs the network; the workflow runs it on a fresh clone'],
  [/^npm (?:install|i) /, 'needs the network'],
  [
    /^pnpm (?:install|test|test:long|demo|build|lint|types|boundaries|bench|format)\b/,
    'runs in the workflow; here it would call itself',
  ],
  [/^cd datacortex$/, 'follows the clone'],
  [/^node \S+\/serve\.js &$/, 'ends only when it is told to; the test starts it on a free port'],
]

const readme = join(import.meta.dirname, '../../README.md')

test('every command of the README does what it says, and prints what it shows', async () => {
  await using site = await startLibrarySite()
  const text = (await readFile(readme, 'utf8')).replaceAll(':8042/', `:${site.port}/`)
  const commands = shellCommands(text)
  expect(commands.length, 'commands in ```sh blocks').toBeGreaterThan(3)
  const run = commands.filter(({ command }) => !notRun.some(([pattern]) => pattern.test(command)))
  expect(run.length, 'commands that are run').toBeGreaterThan(2)
  const cwd = await prepareHome(site)
  const script = run.map(({ command }) => `echo '${mark}'\n{ ${command}\n} || { echo "that failed" >&2; exit 1; }`)
  await writeFile(join(cwd, 'readme.sh'), `set -o pipefail\ncd "$HOME"\n${script.join('\n')}\n`)
  const env = { HOME: join(cwd, 'home'), PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}` }
  const { status, stdout, stderr } = await startProgram('bash', { cwd, args: ['readme.sh'], env }).ended
  const outputs = stdout.split(`${mark}\n`).slice(1)
  expect(status, `${run[outputs.length - 1]?.command}\n${stdout}${stderr}`).toBe(0)
  for (const [index, { command, shown }] of run.entries()) {
    if (shown.length === 0) continue
    const lines = (outputs[index] ?? '').split('\n').filter((line) => line.trim() !== '')
    expect(lines.map((line) => `${withoutNumbers(line)}\n`).join(''), `${command}\n${outputs[index]}`).toMatch(
      printedAs(shown.map(withoutNumbers)),
    )
  }
})

test('the program of the README runs as it stands, on the packages as they are published', async () => {
  const [, program = ''] = /```ts\n(import [\s\S]*?)```/.exec(await readFile(readme, 'utf8')) ?? []
  const cwd = await temporaryFolder()
  await cp(sample, join(cwd, 'sample'), { recursive: true })
  // Below `test`, which has the packages.
  const folder = join(import.meta.dirname, '../node_modules/.cache')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `readme-${process.pid}.mjs`)
  onTestFinished(async () => await rm(file, { force: true }))
  await writeFile(file, program)
  const { status, stdout, stderr } = await startProgram(process.execPath, { cwd, args: [file] }).ended
  expect({ status, stdout }, stderr).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^kubernetes-operator gets \d+ characters\n$/),
  })
  expect(await readFile(join(cwd, 'desk/.datacore/registry/agents.yaml'), 'utf8')).toMatch(/\n +reputation:\n/)
})

test('commands are read from blocks with and without prompts, comments and continued lines', () => {
  const text = [
    '```sh\n# a comment\ndatacortex a \\\n  b   # why\n\ndatacortex c\n```',
    '```console\nnot this\n```',
    '```sh\n$ datacortex d\noutput of d\n\n$ datacortex e\n```',
  ].join('\n\n')
  expect(shellCommands(text)).toEqual([
    { command: 'datacortex a b', shown: [] },
    { command: 'datacortex c', shown: [] },
    { command: 'datacortex d', shown: ['output of d'] },
    { command: 'datacortex e', shown: [] },
  ])
})

/** What is printed, line by line; `…` stands for the lines that the README leaves out. */
function printedAs(shown: readonly string[]): RegExp {
  const parts = shown.map((line) => (line === '…' ? '(?:.*\\n)*' : `${RegExp.escape(line)}\\n`))
  return new RegExp(`^${parts.join('')}$`)
}

const mark = '@@ next command'

type ShownCommand = { readonly command: string; readonly shown: readonly string[] }

function shellCommands(text: string): readonly ShownCommand[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash|shell)\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')
  return blocks.flatMap((block) => {
    const joined = block.replaceAll(/\\\n\s*/g, '')
    if (!/^\$ /m.test(joined)) return commandLines(joined).map((command) => ({ command, shown: [] }))
    const [, ...parts] = `\n${joined}`.split('\n$ ')
    return parts.map((part) => {
      const [command = '', ...shown] = part.split('\n')
      return { command: commandLines(command).join(''), shown: shown.filter((line) => line.trim() !== '') }
    })
  })
}

function commandLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/(?:^|\s+)#\s.*$/, '').trim())
  return lines.filter((line) => line !== '')
}

/** Times and counts differ from machine to machine, and the width of columns with them. */
function withoutNumbers(line: string): string {
  return line
    .replaceAll(/\d[\d.,]*(?: (?:ms|s|min)\b)?/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A home folder as in the README's examples: Claude Code agents, a module beside them, and `datacortex` in the path. */
async function prepareHome({ port }: LibrarySite): Promise<string> {
  const cwd = await temporaryFolder()
  const home = join(cwd, 'home')
  await cp(join(sample, 'agents'), join(home, '.claude/agents'), { recursive: true })
  await cp(join(sample, 'skills'), join(home, '.claude/skills'), { recursive: true })
  await cp(sample, join(home, 'apps/cli/sample'), { recursive: true })
  for (const file of ['sources.yaml', 'settings.yaml']) {
    const copy = join(home, 'apps/cli/sample/library', file)
    await writeFile(copy, (await readFile(copy, 'utf8')).replaceAll('8042', String(port)))
  }
  await mkdir(join(cwd, 'bin'))
  for (const [name, skipped] of [
    ['datacortex', ''],
    ['pnpm', 'shift'],
  ] as const) {
    const file = join(cwd, 'bin', name)
    await writeFile(file, `#!/usr/bin/env bash\n${skipped}\nexec "${process.execPath}" "${program}" "$@"\n`)
    await chmod(file, 0o755)
  }
  return cwd
}
