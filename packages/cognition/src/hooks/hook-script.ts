/**
 * The program that the hooks of an assistant run: `recall` answers a prompt with what the agent knows, `remember` keeps how a
 * session ended. It never fails and never lets anybody wait for long: what goes wrong stands in the log of hooks.
 */
export function hookScript({ uid, root }: { readonly uid: string; readonly root: string }): string {
  return `${head}const uid = ${JSON.stringify(uid)}
const root = new URL(${JSON.stringify(root)}, pathToFileURL(process.argv[1]))
${body}`
}

const head = `// Written by \`datacortex identity init\`, which writes it anew.
import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

`

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
const given = []
process.stdin.on('error', (error) => end(String(error)))
process.stdin.on('data', (data) => given.push(data))
process.stdin.on('end', () => {
  const event = JSON.parse(Buffer.concat(given).toString('utf8'))
  if (action === 'recall') recall(String(event.prompt ?? ''))
  else remember(event)
})

function recall(prompt) {
  if (prompt.trim() === '') return end()
  run(['recall', '--json', '--', prompt.slice(0, 2000)], (answer) => {
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
  run(['remember', '--json', '--topic', 'sessions', '--', \`Session ended: \${text}\`], () => end())
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

function run(args, onAnswer) {
  const program = process.env.DATACORTEX_COMMAND
  const [file, ...first] = program === undefined ? ['datacortex'] : [process.execPath, program]
  const env = { ...process.env, ACAS_SENDER_ID: uid }
  const [command, ...others] = args
  child = spawn(file, [...first, command, '--root', fileURLToPath(root), ...others], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const texts = ['', '']
  child.stdout.on('data', (data) => (texts[0] += data))
  child.stderr.on('data', (data) => (texts[1] += data))
  child.on('error', (error) => end(String(error)))
  child.on('close', (status) => (status === 0 ? onAnswer(texts[0]) : end(texts[1].trim() || texts[0].trim())))
}
`
