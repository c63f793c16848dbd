import { shellWord } from '@datacortex/platform'
import { columns, duration, usedText } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { readyNames } from '@datacortex/space/words'

export const runnerAdd = commandOf('runners.add', (data, given) => {
  const { name, entry, file, changed } = data
  const shown = Object.entries(entry).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`)
  if (given.dryRun === true) return [`would add  runners.${name} to ${file}`, ...shown]
  const next = `next       datacortex runner test ${shellWord(name)}`
  if (changed) return [`added      runners.${name} to ${file}`, ...shown, next]
  return data.is_there ? [`unchanged  runners.${name} is there`, next] : { lines: ['not added'], exitCode: 1 }
})

export const runnerList = commandOf('runners.list', (data) => {
  const rows = data.runners.map(({ name, module }) => [`${name === data.default ? '*' : ' '} ${name}`, module])
  const own = rows.length === 0 ? ['no runner'] : [...columns(rows), '* for agents that name none']
  return [...own, `next       datacortex runner add ${readyNames.join('|')}`]
})

export const runnerTest = commandOf('runners.test', (data) => {
  const { ok, missing, answer = '', remarks = [], took_ms: ms } = data
  return {
    lines: [
      ok && `answers    ${answer.trim()}`,
      ok && `took       ${[duration(ms), usedText(data)].filter(Boolean).join(' · ')}`,
      !ok && missing.map(({ code, message, hint }) => [`missing    ${code}  ${message}`, `hint       ${hint}`]),
      remarks.map((remark) => `note       ${remark}`),
    ],
    exitCode: ok ? 0 : 1,
  }
})
