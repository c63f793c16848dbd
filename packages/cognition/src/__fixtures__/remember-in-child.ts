import { spacePaths } from '@datacortex/platform'
import { readMind } from '../mind.ts'
import { reflect } from '../reflect/reflect.ts'
import { remember } from '../remember.ts'

// Remembers and logs as an agent, and reflects in between; says what is there when it is there.
const [, , root = '', agent = '', name = '', isReflecting = ''] = process.argv
const mind = await readMind(spacePaths(root), agent)
for (let count = 0; count < 8; count += 1) {
  const said = `The lamp ${name.replace('.', 'x')}x${count} of the pier`
  const text = `${said} needs oil every night.`
  await remember(mind, count % 2 === 0 ? { text, logOnly: true } : { text, topic: `lamps ${count}` })
  process.stdout.write(`${said}\n`)
  if (isReflecting === '1') await reflect(mind)
}
