import { z } from 'zod'
import { operations } from './operations.ts'
const out: Record<string, unknown> = {}
const js = (s: z.ZodType, io: 'input' | 'output') => { try { return z.toJSONSchema(s, { io, unrepresentable: 'any' }) } catch (e) { return String(e) } }
for (const [name, entry] of Object.entries(operations) as [string, any][]) {
  const op = await entry.load()
  out[name] = { ...entry, isReadOnly: entry.isReadOnly ?? false, load: undefined, input: js(op.input, 'input'), output: js(op.output, 'output') }
}
process.stdout.write(JSON.stringify(out, (k, v) => v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => a < b ? -1 : 1)) : v, 1))
