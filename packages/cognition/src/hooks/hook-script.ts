/**
 * The program that the hooks of an assistant run: `recall` answers a prompt with what the agent knows, `remember` keeps how a
 * session ended. It never fails and never lets anybody wait for long: what goes wrong stands in the log of hooks.
 */
export function hookScript({ uid, root }: { readonly uid: string; readonly root: string }): string {
  return `// Written by \`datacortex identity init\`, which writes it anew.
import { execFile } from 'node:child_process'
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'

const uid = ${JSON.stringify(uid)}
const root = new URL(${JSON.stringify(root)}, pathToFileURL(process.argv[1]))
${body}`
}

const body = `const mostMs = Number(process.env.DATACORTEX_HOOK_MS) || 4000
const [action] = process.argv.slice(2)

let ended = false
function end(problem) {
  if (ended) return
  ended = true
  try {
    if (problem !== undefined) {
      const state = new URL('.datacore/state/', root)
      mkdirSync(state, { recursive: true })
      appendFileSync(new URL('hooks.log', state), \`\${new Date().toISOString()} \${action} \${problem}\\n\`)
    }
  } finally {
    process.exit(0)
  }
}
setTimeout(() => {
  child?.kill('SIGKILL')
  end(\`took longer than \${mostMs} ms\`)
}, mostMs)
process.on('uncaughtException', (error) => end(String(error)))

let child
json(process.stdin).then((event) => {
  if (action === 'recall') recall(String(event.prompt ?? ''))
  else remember(event)
})

function recall(prompt) {
  if (prompt.trim() === '') return end()
  run('recall', ['--json', '--', prompt.slice(0, 2000)], (answer) => {
    const { results = [] } = JSON.parse(answer)
    const known = results.flatMap(({ title, points }) => points.map(({ text }) => \`- \${text} (\${title})\`))
    if (known.length === 0) return end()
    writeSync(1, \`What you know about this:\\n\${known.slice(0, 10).join('\\n')}\\n\`)
    end()
  })
}

function remember(event) {
  const said = event.last_assistant_message ?? event.text ?? lastSaid(event.transcript_path)
  const text = String(said ?? '').trim().slice(0, 2000)
  if (text === '') return end()
  run('remember', ['--json', '--topic', 'sessions', '--', \`Session ended: \${text}\`], () => end())
}

// Transcripts may be large, and how it ended stands at the end.
function lastSaid(file) {
  if (typeof file !== 'string') return undefined
  const opened = openSync(file, 'r')
  const { size } = fstatSync(opened)
  const bytes = Buffer.alloc(Math.min(size, 400_000))
  readSync(opened, bytes, 0, bytes.length, size - bytes.length)
  closeSync(opened)
  for (const line of bytes.toString('utf8').split('\\n').reverse()) {
    if (!line.includes('"assistant"')) continue
    try {
      const { content } = JSON.parse(line).message ?? {}
      const parts = Array.isArray(content) ? content.map((part) => part.text ?? '') : [content]
      const text = parts.join(' ').trim()
      if (text !== '') return text
    } catch {
      // The first line is cut off, and others may be of another shape.
    }
  }
  return undefined
}

function run(command, options, onAnswer) {
  const program = process.env.DATACORTEX_COMMAND
  const [file, ...first] = program === undefined ? ['datacortex'] : [process.execPath, program]
  const env = { ...process.env, ACAS_SENDER_ID: uid }
  const args = [...first, command, '--root', fileURLToPath(root), ...options]
  child = execFile(file, args, { env, maxBuffer: Infinity }, (error, answer, problem) =>
    error === null ? onAnswer(answer) : end(problem.trim() || answer.trim() || String(error)),
  )
  child.stdin.end()
}
`
