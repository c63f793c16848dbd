import { readFile } from 'node:fs/promises'
import { type Reflection, initIdentity, readMind, reflect, remember } from '@datacortex/cognition'
import { createSpace } from '@datacortex/platform'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Bench, Benchmark, Check } from './measure/benchmark.ts'

const Entries = z.array(
  z.object({
    id: z.string(),
    lang: z.string().default('en'),
    text: z.string(),
    contradicts: z.array(z.string()).default([]),
  }),
)

type Line = { readonly label: string; readonly text: string; readonly entry: string }

/** What `reflect` keeps of labelled log entries beside what people would keep, and how long 1,000 entries take. */
export const reflectQuality: Benchmark = {
  name: 'reflect',
  async run(bench) {
    const judged = [await judge(bench, 'development'), await judge(bench, 'held-out')]
    const seconds = await speed(bench)
    const held = judged[1]
    if (held === undefined) throw new Error('there are two sets')
    const check = (what: string, value: number, target: Check['target']): Check => ({ what, value, target })
    return {
      tables: [
        {
          title: 'log entries labelled before the code, 100 each; the second half was not looked at before this table',
          columns: [
            '',
            'labelled',
            'kept',
            'precision',
            'recall',
            'kind right',
            'quoted kept',
            'contradictions',
            'precision',
            'recall',
          ],
          rows: judged.map((one) => [
            one.name,
            ...[one.wanted, one.kept].map(String),
            ...[one.precision, one.recall, one.kinds].map((value) => value.toFixed(3)),
            String(one.quoted),
            `${one.contradictions} of ${one.contrary}`,
            one.contraryPrecision.toFixed(3),
            one.contraryRecall.toFixed(3),
          ]),
        },
      ],
      checks: [
        check('kept, precision, held out', held.precision, { atLeast: 0.8 }),
        check('kept, recall, held out', held.recall, { atLeast: 0.6 }),
        check('contradictions, precision, held out', held.contraryPrecision, { atLeast: 0.9 }),
        check('lines quoted from outside that were kept, both halves', judged[0]!.quoted + held.quoted, { atMost: 0 }),
        { what: 'reflect of 1,000 entries', value: seconds, target: { atMost: 10 }, unit: 's' },
      ],
      notes: [
        'One person labelled both halves and wrote the rules. Held out, missed or kept wrongly:',
        ...held.wrong.map((line) => `  ${line}`),
      ],
    }
  },
}

async function entriesOf(set: string) {
  const file = new URL(`data/reflect/${set}.yaml`, import.meta.url)
  return Entries.parse(parse(await readFile(file, 'utf8'))).map(({ text, ...entry }) => {
    const read = text
      .trimEnd()
      .split('\n')
      .map((line) => /^([FPDL?q-])(\+?) ?(.*)$/.exec(line) ?? [])
    const lines = read.map(([, label = '', , said = '']): Line => ({ label, text: said, entry: entry.id }))
    const logged = read.map(([, label, more, said]) =>
      more === '+' ? ` ${said}` : `\n${label === 'q' ? '' : '- '}${said}`,
    )
    return { ...entry, lines, text: logged.join('').trim() }
  })
}

/** Logs texts, a minute each, and reflects. */
async function reflected(
  bench: Bench,
  texts: readonly string[],
): Promise<{ readonly done: Reflection; readonly seconds: number }> {
  const { paths } = await createSpace(await bench.makeFolder())
  await initIdentity(paths, { agent: 'wren', name: 'Wren', description: 'Writes logs.', prompt: '' })
  const mind = await readMind(paths, 'wren')
  for (const [place, text] of texts.entries())
    await remember(mind, { text, logOnly: true, now: new Date(2026, 10, 1 + Math.floor(place / 200), 8, place % 200) })
  const from = performance.now()
  const done = await reflect(mind)
  return { done, seconds: (performance.now() - from) / 1000 }
}

async function judge(bench: Bench, name: string) {
  bench.tell(`reflecting on ${name} entries`)
  const entries = await entriesOf(name)
  const { done } = await reflected(
    bench,
    entries.map(({ text }) => text),
  )
  const lines = entries.flatMap((entry) => entry.lines)
  const words = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
  const lineOf = new Map(
    done.points.map((point) => [point.id, lines.find(({ text }) => words(text).endsWith(words(point.text)))]),
  )
  const isWanted = ({ label }: Line): boolean => 'FPDL'.includes(label)
  const judged = done.points.filter(({ id }) => lineOf.get(id)?.label !== '?')
  const right = judged.filter(({ id }) => isWanted(lineOf.get(id) ?? { label: '-', text: '', entry: '' }))
  const kinds = right.filter(({ id, kind }) => lineOf.get(id)?.label === kind[0]?.toUpperCase())
  const wanted = lines.filter(isWanted)
  const found = new Set(right.map(({ id }) => lineOf.get(id)))
  const expected = new Set(entries.flatMap(({ id, contradicts }) => contradicts.map((older) => `${id} ${older}`)))
  const said = new Set(
    done.points.flatMap(({ id, contradicts }) =>
      contradicts.map((older) => `${lineOf.get(id)?.entry} ${lineOf.get(older)?.entry}`),
    ),
  )
  const both = expected.intersection(said).size
  return {
    name,
    wanted: wanted.length,
    kept: judged.length,
    precision: right.length / judged.length,
    recall: found.size / wanted.length,
    kinds: kinds.length / right.length,
    quoted: done.points.filter(({ id }) => lineOf.get(id)?.label === 'q').length,
    contradictions: said.size,
    contrary: expected.size,
    contraryPrecision: both / Math.max(1, said.size),
    contraryRecall: both / expected.size,
    wrong: [
      ...wanted.filter((line) => !found.has(line)).map(({ entry, text }) => `missed ${entry}: ${text}`),
      ...judged.filter((point) => !right.includes(point)).map(({ text }) => `kept: ${text}`),
      ...[...said.difference(expected)].map((pair) => `contradiction that is none: ${pair}`),
      ...[...expected.difference(said)].map((pair) => `contradiction missed: ${pair}`),
    ],
  }
}

/** The texts of both sets five times, each time about another site, so that hardly any is there twice. */
async function speed(bench: Bench): Promise<number> {
  bench.tell('reflecting on 1,000 entries')
  const texts = [...(await entriesOf('development')), ...(await entriesOf('held-out'))].map(({ text }) => text)
  const all = Array.from({ length: 5 }, (_, site) =>
    texts.map((text) => text.replaceAll(/\.$/gm, ` at site ${'abcde'[site]}.`)),
  )
  return (await reflected(bench, all.flat())).seconds
}
