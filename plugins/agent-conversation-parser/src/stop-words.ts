/** Words that say nothing about a topic, in English, German, French and Spanish, and the manners of chats. */
export const stopWords: ReadonlySet<string> = new Set(
  `the and for are but not you all any can had her was one our out has him his how its may new now old see two way who did
get got let say she too use that with have this will your from they know want been good much some time very when come
here just like long make many more only over such take than them well were what also into then there these their would
about which could other after first because should being where while does doing done each even ever every few going
gone having himself itself made might most must never next off often once own same since still thing things think
those though through under until upon used using why within without yes yeah okay thanks thank please sure hello hey
really actually maybe lot something anything nothing someone need needs try sounds great nice right back again sorry
i'm it's don't can't won't i'll i've that's let's we're you're didn't doesn't isn't wasn't user assistant
und der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden wurde nicht mit von auf für
aus bei nach über unter zum zur vom als auch aber oder wenn dann weil dass daß ich mich mir mein meine dir dich dein
deine wir uns unser euch ihr ihre ihnen sie man sich hat haben hatte habe kann können könnte muss müssen soll sollte
noch nur schon sehr mehr viel viele wie was wer wann warum dieser diese dieses diesem diesen jetzt hier dort immer
wieder etwas nichts alle alles ganz gut danke bitte hallo okay mal doch eben halt nein beim durch ohne gegen zwischen
les des une est sont dans pour par sur avec pas plus que qui quoi dont mais donc car elle ils elles nous vous leur
leurs mon mes ton tes ses son cette ces cet aux été être avoir fait faire peut très bien aussi comme tout tous toute
toutes quand même moins sans sous entre après avant merci oui non bonjour d'accord alors encore c'est j'ai qu'il
los las una unos unas del que con por para como más pero sus les está están este esta estos estas ese esa eso esto son
ser fue era han hay muy también sin sobre entre todo todos toda todas cuando donde quien porque desde hasta hola
gracias bueno vale sí puede pueden tiene tienen hacer nos mis tus ella ellos nosotros ustedes algo nada cada`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
