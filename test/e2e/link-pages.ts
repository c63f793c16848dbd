/** Pages of four topics, as a person saves them in a day: five of each, by path. */
export const linkPages: Readonly<Record<string, { readonly title: string; readonly text: readonly string[] }>> = {
  '/tides/barrage': {
    title: 'A barrage that makes power of the tide',
    text: [
      'The barrage at Marwick Bay has made electric power of the tide since 1981. Its 24 turbines have a capacity of 240 megawatts.',
      'Water is held behind the barrage at high tide and runs out through the turbines at low tide. The plant runs ten hours a day.',
      'Mud settles behind the barrage, and the harbour office measures it every spring. The layer grows by 3 centimetres a year.',
    ],
  },
  '/tides/stream': {
    title: 'Turbines in the tidal stream',
    text: [
      'A tidal turbine stands on the sea bed and turns in the stream of the tide, without any dam. The first row off Skerry Sound has four of them.',
      'Each tidal turbine makes 1.5 megawatts when the stream is fastest, twice in each tide. Seals swim around the blades.',
      'Salt and sand wear the bearings, so each turbine is lifted out every five years.',
    ],
  },
  '/tides/moon': {
    title: 'Why spring tides follow the moon',
    text: [
      'Spring tides come at new moon and at full moon, when sun and moon pull the sea in one line.',
      'The tide is highest one to two days after the full moon, because the sea needs time to follow.',
      'At half moon the pulls cross, and neap tides hardly move the water of the harbour.',
    ],
  },
  '/tides/tables': {
    title: 'How tide tables are computed',
    text: [
      'A tide table of a harbour is computed from waves that each have their own period, such as twelve hours and 25 minutes.',
      'A year of readings of the sea level is enough to find the strongest 37 of these waves.',
      'Wind and low air pressure move the sea as well, so a tide table is right to about ten centimetres.',
    ],
  },
  '/tides/lagoon': {
    title: 'Plans for a tidal lagoon',
    text: [
      'A tidal lagoon is a ring of walls in the sea, filled and emptied by the tide through turbines.',
      'The lagoon that is planned at Marwick Bay would have a capacity of 320 megawatts and cost 1.3 billion pounds.',
      'Fishermen fear that the walls of the lagoon keep young fish from the mouth of the river.',
    ],
  },
  '/bread/starter': {
    title: 'Feeding a sourdough starter',
    text: [
      'A sourdough starter is fed with rye flour and water every morning and kept warm. After five days it doubles within four hours.',
      'A starter that smells of acetone is hungry and should be fed twice a day.',
      'In the refrigerator a sourdough starter rests for two weeks without flour.',
    ],
  },
  '/bread/crumb': {
    title: 'An open crumb in sourdough bread',
    text: [
      'The crumb of a loaf opens when the dough is wet: 75 grams of water for each 100 grams of flour.',
      'Dough that is folded four times in the first two hours holds the gas of the yeast.',
      'A baker should bake the loaf only when a finger leaves a dent in the dough that closes slowly.',
    ],
  },
  '/bread/oven': {
    title: 'Steam in the oven gives a crust',
    text: [
      'Steam in the first ten minutes keeps the crust of the bread soft, so that the loaf can rise.',
      'A pot of cast iron with a lid holds the steam of the dough itself and needs no water.',
      'The oven is at 250 degrees at first and at 210 degrees when the lid is taken off the bread.',
    ],
  },
  '/bread/flour': {
    title: 'What flour does to dough',
    text: [
      'Flour of hard wheat has 13 percent of protein and makes a dough that stretches far.',
      'Rye flour binds water by its sugars and makes a loaf of bread that stays moist for a week.',
      'Flour that was milled from the whole grain lets the dough ferment a third faster.',
    ],
  },
  '/bread/salt': {
    title: 'How much salt a loaf needs',
    text: [
      'Bread dough has 2 grams of salt for each 100 grams of flour; with less the loaf tastes flat.',
      'Salt slows the yeast, so a baker adds it to the dough after the first rest.',
      'Without salt the dough is sticky and the crust of the loaf stays pale.',
    ],
  },
  '/bees/swarm': {
    title: 'Why bees swarm in May',
    text: [
      'A colony of honey bees swarms when the hive is full and the old queen leaves with half of the workers.',
      'A swarm hangs in a tree for one or two days until its scouts agree on a new home.',
      'A beekeeper prevents swarms by giving the colony room and by taking queen cells out each week.',
    ],
  },
  '/bees/mites': {
    title: 'Varroa mites in the hive',
    text: [
      'The varroa mite lives in the brood of honey bees and carries viruses that cripple their wings.',
      'A beekeeper should treat the colony with formic acid after the last honey is taken in August.',
      'More than three mites in a hundred bees kill the colony in the winter.',
    ],
  },
  '/bees/winter': {
    title: 'How a colony of bees survives the winter',
    text: [
      'In winter honey bees sit in a ball and keep the queen in its middle at 25 degrees.',
      'A colony eats 15 kilograms of honey between October and March.',
      'The beekeeper narrows the entrance of the hive against mice and leaves the bees in peace.',
    ],
  },
  '/bees/dance': {
    title: 'The dance of the honey bee',
    text: [
      'A worker bee that has found flowers dances on the comb, and the angle of the dance shows the way by the sun.',
      'The longer the bee waggles, the farther away the flowers are: one second is about one kilometre.',
      'Young bees that never saw a dance make mistakes for some days.',
    ],
  },
  '/bees/honey': {
    title: 'From nectar to honey',
    text: [
      'Bees carry nectar with 70 percent of water to the hive and dry it with their wings until 18 percent are left.',
      'Honey that is taken from the comb too early ferments in the jar.',
      'A colony of bees brings in two kilograms of nectar on a good day in June.',
    ],
  },
  '/db/wal': {
    title: 'What a write-ahead log of a database is',
    text: [
      'A database writes each change into a log first, so that a crash loses no transaction that was committed.',
      'With a write-ahead log readers of the database do not wait for the writer.',
      'A checkpoint copies the log into the file of the database; a long reader keeps the log from shrinking.',
    ],
  },
  '/db/index': {
    title: 'When an index slows a database down',
    text: [
      'Each index of a table is written with every insert, so a table with eight of them takes inserts four times slower.',
      'A query that reads a fifth of the rows of a table is faster without the index.',
      'A database should drop an index that no query has used for a month.',
    ],
  },
  '/db/vacuum': {
    title: 'Vacuum and dead rows in a database',
    text: [
      'An update leaves the old row in the table until a vacuum of the database frees its place.',
      'A transaction that stays open for hours keeps the vacuum from removing dead rows.',
      'Tables with more than a fifth of dead rows should be vacuumed more often than the default of the database.',
    ],
  },
  '/db/locks': {
    title: 'Locks and deadlocks between transactions',
    text: [
      'Two transactions that lock rows in different order wait for each other; the database ends one of them.',
      'A deadlock is found after one second, and the transaction that was ended should be tried again.',
      'Queries that lock the rows of a table in order of their key have no deadlocks.',
    ],
  },
  '/db/backup': {
    title: 'Backups of a database that can be restored',
    text: [
      'A backup of a database counts only when it was restored: a test every month finds broken ones.',
      'A copy of the files of a running database is damaged unless the log is copied with it.',
      'With the log a database is restored to any second before the crash.',
    ],
  },
}

/** A page as a site serves it. */
export function linkPage(path: string): string | undefined {
  const page = linkPages[path]
  if (page === undefined) return undefined
  const text = page.text.map((paragraph) => `<p>${paragraph}</p>`).join('\n')
  return `<!doctype html><html lang="en"><head><title>${page.title}</title></head><body><article><h1>${page.title}</h1>\n${text}\n</article></body></html>`
}
