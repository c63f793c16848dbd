import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { buildProgram, programFor } from './program.ts'
import { commandAt } from './program/help-for.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

test('every command that a hint names is there, with its options', async () => {
  const program = buildProgram({ signal: new AbortController().signal, setExitCode: () => {} })
  const wrong: string[] = []
  let named = 0
  for (const file of await sourceFiles()) {
    const text = await readFile(file, 'utf8')
    for (const [, quoted = ''] of text.matchAll(/hint:\s+['`](?:[^'\n]*`)?datacortex ([a-z][^\n`']*)/g)) {
      named++
      const { command, rest } = commandAt(program, quoted.split(/\s+/))
      const options = [...quoted.matchAll(/--[a-z-]+/g)].map(([option]) => option)
      const known = new Set(['--help', ...command.options.map(({ long }) => long)])
      const unknown = options.filter((option) => !known.has(option))
      const isOpen = command.commands.length > 0 && command.registeredArguments.length === 0
      if (unknown.length > 0 || command === program || (isOpen && rest !== undefined)) wrong.push(`${file}: ${quoted}`)
    }
  }
  expect(wrong).toEqual([])
  expect(named).toBeGreaterThan(30)
})

test('built for one command, the program has that one as all have it, and no other; for anything else, all', () => {
  const options = { signal: new AbortController().signal, setExitCode: () => {} }
  const all = pathsOf(buildProgram(options))
  const namesOf = (program: CommandUnknownOpts): readonly string[] => pathsOf(program).map(([path]) => path)
  const names = all.map(([path]) => path)
  for (const [path, command] of all) {
    const words = path.split(' ')
    const program = programFor([...words, '--json', 'more'], options)
    const beside = program.commands.map((one) => one.name()).filter((name) => name !== words[0] && name !== 'help')
    expect([path, beside.length > 0]).toEqual([path, command.options.length === 0])
    expect(commandAt(program, words).command.helpInformation()).toBe(command.helpInformation())
  }
  for (const words of [[], ['--help'], ['fnid', 'pods'], ['agent', 'fnid']])
    expect(namesOf(programFor(words, options))).toEqual(names)
})

function pathsOf(command: CommandUnknownOpts, path = ''): readonly (readonly [string, CommandUnknownOpts])[] {
  return command.commands.flatMap((child) => {
    const own = `${path} ${child.name()}`.trim()
    return [[own, child] as const, ...pathsOf(child, own)]
  })
}

async function sourceFiles(): Promise<readonly string[]> {
  const files: string[] = []
  for (const group of ['packages', 'plugins', 'apps'])
    for (const name of await readdir(join(repository, group))) {
      const source = join(repository, group, name, 'src')
      for (const entry of await readdir(source, { recursive: true }).catch(() => []))
        if (/(?<!\.test)\.ts$/.test(entry)) files.push(join(source, entry))
    }
  return files
}
