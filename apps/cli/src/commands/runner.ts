import { shellWord } from '@datacortex/platform'
import { columns, duration, usedText } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { readyNames } from '@datacortex/space/words'

export async function runnerAdd(context: Context, given: Given<'runners.add'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).runners.add(asked(given))
  const { name, entry, file, changed } = data
  const shown = Object.entries(entry).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`)
  if (given.dryRun === true) return { data, lines: [`would add  runners.${name} to ${file}`, ...shown] }
  const next = `next       datacortex runner test ${shellWord(name)}`
  if (changed) return { data, lines: [`added      runners.${name} to ${file}`, ...shown, next] }
  return data.is_there
    ? { data, lines: [`unchanged  runners.${name} is there`, next] }
    : { data, lines: ['not added'], exitCode: 1 }
}

export async function runnerList(context: Context): Promise<CommandResult> {
  const data = await (await spaceOf(context)).runners.list({})
  const rows = data.runners.map(({ name, module }) => [`${name === data.default ? '*' : ' '} ${name}`, module])
  const own = rows.length === 0 ? ['no runner'] : [...columns(rows), '* for agents that name none']
  return { data, lines: [...own, `next       datacortex runner add ${readyNames.join('|')}`] }
}

export async function runnerTest(context: Context, name: string): Promise<CommandResult> {
  const data = await (await spaceOf(context)).runners.test({ name })
  const { ok, missing, answer = '', remarks = [], took_ms: ms } = data
  const notes = remarks.map((remark) => `note       ${remark}`)
  if (ok)
    return {
      data,
      lines: [
        `answers    ${answer.trim()}`,
        `took       ${[duration(ms), usedText(data)].filter(Boolean).join(' · ')}`,
        ...notes,
      ],
    }
  const lacks = missing.flatMap(({ code, message, hint }) => [`missing    ${code}  ${message}`, `hint       ${hint}`])
  return { data, lines: [...lacks, ...notes], exitCode: 1 }
}
