import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { operations } from '@datacortex/space'
import { expect, test } from 'vitest'
import { buildProgram } from '../program.ts'

test('every operation that the command line offers stands in its help', () => {
  const { signal } = new AbortController()
  const program = buildProgram({ signal, setExitCode: () => {} })
  const missing = Object.entries(operations)
    .filter(([, { notAt }]) => notAt?.command === undefined)
    .filter(([, { command }]) => {
      const [words, option] = command.split(' --')
      let found: CommandUnknownOpts | undefined = program
      for (const word of (words ?? '').split(' ')) found = found?.commands.find((one) => one.name() === word)
      return found === undefined || (option !== undefined && !found.helpInformation().includes(`--${option}`))
    })
  expect(missing.map(([name]) => name)).toEqual([])
})

test('what may be given as a right is what the table asks for', () => {
  const { signal } = new AbortController()
  const serve = buildProgram({ signal, setExitCode: () => {} }).commands.find((one) => one.name() === 'serve')
  const choices = serve?.options.find(({ long }) => long === '--rights')?.argChoices
  const wanted = new Set(Object.values(operations).map(({ right }) => right))
  expect(new Set(choices)).toEqual(wanted)
})

test('the example in the help of a command begins with all its words', () => {
  const { signal } = new AbortController()
  const wrong: string[] = []
  const look = (command: CommandUnknownOpts, path: string): void => {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
    const shown = /\nExample:\n {2}(.*)/.exec(help)?.[1] ?? path
    if (shown !== path && !shown.startsWith(`${path} `)) wrong.push(`${path}: ${shown}`)
    for (const child of command.commands) look(child, `${path} ${child.name()}`)
  }
  look(buildProgram({ signal, setExitCode: () => {} }), 'datacortex')
  expect(wrong).toEqual([])
})
