import { stripVTControlCharacters } from 'node:util'
import { jsonOf, recordOf } from '@datacortex/platform'
import type { RunnerResult } from '@datacortex/plugin'

type Usage = Pick<RunnerResult, 'tokens_in' | 'tokens_out' | 'cost_usd'>
type Fields = Readonly<Record<string, unknown>>

/**
 * The answer in what a program wrote: as it stands without what only terminals read, or out of the JSON of one that is known
 * (Claude Code `--output-format json|stream-json`, Codex `exec --json`, Gemini CLI `--output-format json`, opencode
 * `run --format json`), with what it says that it used.
 */
export function programAnswer(stdout: string): Usage & { readonly text: string; readonly failed?: string | undefined } {
  const text = stripVTControlCharacters(stdout)
  const events = /^\s*[[{]/.test(text) ? eventsIn(text) : []
  const said = events.flatMap(textOf)
  // Codex tells on its way what it is about to do.
  const answers = events.some((event) => 'item' in event) ? said.slice(-1) : said
  const { subtype } = events.find(({ type }) => type === 'result') ?? {}
  const failed = typeof subtype === 'string' && subtype.startsWith('error') ? subtype : undefined
  if (answers.length === 0 && failed === undefined) return { text }
  const usage = events.flatMap(usageOf)
  const sum = (name: keyof Usage): object => {
    const values = usage.flatMap((one) => (typeof one[name] === 'number' && one[name] >= 0 ? [one[name]] : []))
    return values.length === 0 ? {} : { [name]: values.reduce((all, value) => all + value, 0) }
  }
  return { text: answers.join('\n'), failed, ...sum('tokens_in'), ...sum('tokens_out'), ...sum('cost_usd') }
}

/** One document, a list of events, or one event a line; none if any of it is something else. */
function eventsIn(text: string): readonly Fields[] {
  const whole = jsonOf(text)
  const read = whole === undefined ? text.trim().split('\n').map(jsonOf) : [whole].flat()
  return read.includes(undefined) ? [] : read.map(recordOf)
}

function textOf(event: Fields): readonly string[] {
  const { type, result, response, stats } = event
  const [item, part] = [recordOf(event['item']), recordOf(event['part'])]
  if (stats !== undefined && typeof response === 'string') return [response]
  const text =
    type === 'result' ? result : type === 'text' ? part['text'] : item['type'] === 'agent_message' && item['text']
  return typeof text === 'string' ? [text] : []
}

function usageOf(event: Fields): readonly Readonly<Record<keyof Usage, unknown>>[] {
  const part = recordOf(event['part'])
  const models = Object.values(recordOf(recordOf(event['stats'])['models'])).map((model) => recordOf(model)['tokens'])
  const counted = event['type'] === 'step_finish' ? [part['tokens']] : 'usage' in event ? [event['usage']] : models
  // Claude Code and opencode count what was read from the cache beside the rest, the others within it.
  const cached = ({ cache_creation_input_tokens: kept, cache_read_input_tokens: read, cache }: Fields) =>
    [kept, read, ...Object.values(recordOf(cache))].reduce((all: number, one) => all + (Number(one) || 0), 0)
  return counted.map(recordOf).map((tokens) => ({
    tokens_in: Number(tokens['input_tokens'] ?? tokens['input'] ?? tokens['prompt']) + cached(tokens),
    tokens_out: tokens['output_tokens'] ?? tokens['output'] ?? tokens['candidates'],
    cost_usd: event['total_cost_usd'] ?? part['cost'],
  }))
}
