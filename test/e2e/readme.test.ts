import { readFileSync } from 'node:fs'
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type LibrarySite, startLibrarySite } from './library-site.ts'
import { type Run, runJson, sample, startProgram } from './run-datacortex.ts'
import { runScript } from './run-script.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { environment } from './environment.ts'
import { trustAll } from './trust-all.ts'

/** Commands that are shown but not run here, and why. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/^git clone /, 'needs the network'],
  [/^datacortex directory refresh/, 'needs the network; the operation is tested with a server of its own'],
  [/^datacortex source add --/, 'takes files that the reader has, and asks; tested with files of its own'],
  [/^datacortex research import ~/, 'takes a file that the reader has; tested with files of its own'],
  [/^npx /, 'needs the network; the workflow runs it on a fresh clone'],
  [/^npm (?:install|i) /, 'needs the network'],
  [
    /^pnpm (?:install|test|test:long|demo|build|lint|types|boundaries|bench|format)\b/,
    'runs in the workflow; here it would call itself',
  ],
  [/^cd datacortex$/, 'follows the clone'],
  [/^node \S+\/serve\.js &$/, 'ends only when it is told to; the test starts it on a free port'],
]

const root = join(import.meta.dirname, '../..')

/** The pages of the documentation, in the order of the table in the first one. */
const pages = [...readFileSync(join(root, 'apps/docs/index.md'), 'utf8').matchAll(/\]\(([\w-]+\.md)\)/g)].map(
  (match) => `apps/docs/${match[1]}`,
)

test.each([
  ['the README', ['README.md']],
  ['the documentation', pages],
])('every command of %s does what it says, and prints what it shows', async (_, files) => {
  await using site = await startLibrarySite()
  const texts = await Promise.all(files.map(async (file) => await readFile(join(root, file), 'utf8')))
  const commands = shellCommands(texts.join('\n').replaceAll(':8042/', `:${site.port}/`))
  expect(commands.length, 'commands in ```sh blocks').toBeGreaterThan(3)
  const run = commands.filter(({ command }) => !notRun.some(([pattern]) => pattern.test(command)))
  expect(run.length, 'commands that are run').toBeGreaterThan(2)
  const cwd = await prepareHome(site)
  const script = run.map(({ command }) => `echo '${mark}'\n{ ${command}\n} || { echo "that failed" >&2; exit 1; }`)
  const env = { HOME: join(cwd, 'home'), DATACORTEX_CONFIG_DIR: join(cwd, '.test-config') }
  const { status, stdout, stderr } = await runScript(`set -o pipefail\ncd "$HOME"\n${script.join('\n')}\n`, {
    cwd,
    env,
  })
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

test('the programs of the documentation run as they stand, on the packages as they are published', async () => {
  const blocks = [
    ...(await readFile(join(root, 'apps/docs/programs.md'), 'utf8')).matchAll(/^```ts\n(import [\s\S]*?)^```/gm),
  ]
  const [find = '', research = ''] = blocks.map((match) => match[1])
  const cwd = await temporaryFolder()
  const desk = join(cwd, 'desk')
  await runJson(['init', 'desk', '--from', join(sample, 'agents')], { cwd })
  // Nobody on the internet is asked; what is found lies here.
  const folder = JSON.stringify(join(sample, 'notes'))
  const settings = `network: {web_sources: false}\nplugins: {source-files: {folder: ${folder}}}\n`
  await appendFile(join(desk, '.datacore/settings.yaml'), settings)
  await trustAll(desk, environment(cwd)['DATACORTEX_CONFIG_DIR'])
  expect(await runProgram(find, cwd)).toMatchObject({ status: 0, stdout: 'kubernetes-operator\n' })
  // It leaves the loop before there is a report.
  expect(await runProgram(research, cwd)).toMatchObject({ status: 0, stdout: '' })
  const { runs } = (await runJson(['research', 'list'], { cwd: desk })) as { readonly runs: readonly unknown[] }
  expect(runs).toEqual([expect.objectContaining({ topic: 'spring tides', state: 'interrupted' })])
})

async function runProgram(text: string, cwd: string): Promise<Run> {
  // Below `test`, which has the packages.
  const folder = join(import.meta.dirname, '../node_modules/.cache')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `readme-${process.pid}.mjs`)
  onTestFinished(async () => await rm(file, { force: true }))
  await writeFile(file, text)
  return await startProgram(process.execPath, { cwd, args: [file] }).ended
}

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

/** What is printed, line by line; `…` stands for the lines that a page leaves out. */
function printedAs(shown: readonly string[]): RegExp {
  const parts = shown.map((line) => (line === '…' ? '(?:.*\\n)*' : `${RegExp.escape(line)}\\n`))
  return new RegExp(`^${parts.join('')}$`)
}

const mark = '@@ next command'

type ShownCommand = { readonly command: string; readonly shown: readonly string[] }

function shellCommands(text: string): readonly ShownCommand[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash|shell)\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')
  return blocks.flatMap((block) => {
    // In a single quotation the backslash would be part of the text.
    for (const line of block.match(/^.*\\$/gm) ?? []) expect(line.split("'").length % 2, line).toBe(1)
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
    .replaceAll(/\bkp-[\da-f]{12}\b/g, 'kp-#')
    .replaceAll(/\d[\d.,]*(?: (?:ms|s|min)\b)?/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A home folder as in the examples: Claude Code agents, and a module beside them. */
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
  return cwd
}
