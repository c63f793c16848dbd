import { type CommandUnknownOpts, Command } from '@commander-js/extra-typings'
import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { checkValues } from './check-values.ts'

/** What the command is run with, or why it is not. */
function outcomeOf(argv: readonly string[]): unknown {
  const ran: unknown[] = []
  const program = new Command('datacortex')
    .enablePositionalOptions()
    .hook('preAction', (_, command: CommandUnknownOpts) => checkValues(command))
  program
    .command('note')
    .command('new')
    .argument('<title>')
    .option('--text <text>')
    .option('--tags <tags...>')
    .option('--dry-run')
    .action((_, options) => void ran.push(options))
  try {
    program.parse(argv, { from: 'user' })
    return ran[0]
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return error.message
  }
}

test('an option in the place of a value was swallowed by mistake', () => {
  const message = '--text needs a value and was given the option --dry-run.'
  expect(outcomeOf(['note', 'new', 'Tides', '--text', '--dry-run'])).toBe(message)
  expect(outcomeOf(['note', 'new', 'Tides', '--text', '--dry-run', '--tags=--dry-run'])).toBe(message)
  expect(outcomeOf(['note', 'new', 'Tides', '--tags', '--text', 'x'])).toMatch(/^--tags needs a value/)
})

test('the name of an option after an equals sign is meant as the value', () => {
  expect(outcomeOf(['note', 'new', 'Tides', '--text=--dry-run'])).toEqual({ text: '--dry-run' })
  expect(outcomeOf(['note', 'new', 'Tides', '--tags=--text', '--dry-run'])).toEqual({ tags: ['--text'], dryRun: true })
})
