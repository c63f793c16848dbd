import { objectsOf } from './fields.ts'
import type { Format } from './format.ts'
import { chatgpt } from './formats/chatgpt.ts'
import { claudeCode } from './formats/claude-code.ts'
import { claude } from './formats/claude.ts'
import { codex } from './formats/codex.ts'
import { gemini } from './formats/gemini.ts'
import { generic, genericMessages } from './formats/generic.ts'
import { slack } from './formats/slack.ts'
import { telegram, telegramMessages } from './formats/telegram.ts'

const machines: readonly Format[] = [chatgpt, claude, claudeCode, codex, gemini, generic, genericMessages]
const formats: readonly Format[] = [...machines, slack, telegram, telegramMessages]

/** Below, the shape may be a coincidence. */
const threshold = 0.35

/** The format that records have, by their shape: the share that matches times how sure the shape is. */
export function chooseFormat(sample: readonly unknown[]): Format | undefined {
  let best: { readonly format: Format; readonly confidence: number } | undefined
  const records = objectsOf(sample)
  for (const format of formats) {
    const matching = records.filter((record) => format.matches(record)).length
    const confidence = (matching / Math.max(1, sample.length)) * format.weight
    if (confidence > (best?.confidence ?? threshold)) best = { format, confidence }
  }
  return best?.format
}
