import { z } from 'zod'
import { operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { name } from '../schema.ts'

export const noteGraph = operation({
  input: z.strictObject({
    note: name.optional().describe('Only what lies around this one: path, title or alias.'),
    hops: z.number().int().min(1).max(3).optional().describe('How many links away from it; 1 if left out.'),
  }),
  output: z.looseObject({
    notes: z.array(z.looseObject({ path: z.string(), title: z.string() })),
    links: z.array(z.tuple([z.number(), z.number()])),
    left_out: z.number(),
  }),
  run: async (work, { note, hops = 1 }) => {
    const { graph, find } = await openNoteStore(work)
    const around = (path: string): readonly string[] => [...graph.linksFrom(path), ...graph.linksTo(path)]
    let reached: readonly string[]
    if (note === undefined) {
      const counted = Array.from(graph.notes.keys(), (path) => ({ path, links: around(path).length }))
      reached = counted.toSorted((one, other) => other.links - one.links).map(({ path }) => path)
    } else {
      const known = new Set([find(note).path])
      for (let hop = 0; hop < hops; hop += 1) {
        const border = Array.from(known, around)
        for (const one of border.flat()) known.add(one)
      }
      reached = [...known]
    }
    const shown = reached.slice(0, note === undefined ? mostOfAll : mostAround)
    const places = new Map(shown.map((path, place) => [path, place]))
    return {
      notes: shown.map((path) => {
        const { title = path, type = '', tags = [] } = graph.notes.get(path) ?? {}
        return { path, title, type, tags }
      }),
      /** From which note to which, by their places in `notes`. */
      links: shown.flatMap((path, from) =>
        graph.linksFrom(path).flatMap((to) => {
          const place = places.get(to)
          return place === undefined ? [] : [[from, place] as const]
        }),
      ),
      /** How many notes are left out, those that are linked least. */
      left_out: reached.length - shown.length,
    }
  },
})

const mostOfAll = 20_000
const mostAround = 500
