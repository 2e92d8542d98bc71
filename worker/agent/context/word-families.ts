/** Words of a question or a note that mean something by themselves, folded: lower case, no accents. */
export function toContentWords(text: string): readonly string[] {
  const words = foldText(text).match(/\p{L}[\p{L}\p{M}]*|\p{N}+(?:[.:,]\p{N}+)*/gu) ?? [];
  return [...new Set(words)].filter(
    (word) => (word.length > 1 || /\p{N}|[^\p{ASCII}]/u.test(word)) && !STOP_WORDS.has(word),
  );
}

/** True for words that are in everything people ask, and small numbers: they say little, and alone recall nothing. */
export function isWeakWord(word: string): boolean {
  return WEAK_WORDS.has(word) || /^\d{1,3}$/.test(word);
}

/** A word's beginning that its family shares, for an index that finds words by their beginnings. */
export function toStem(word: string): string {
  for (const ending of ENDINGS) {
    if (word.endsWith(ending) && word.length - ending.length >= MIN_STEM) return word.slice(0, -ending.length);
  }
  return word;
}

/**
 * How surely two folded words are of one family, from 0 to 1: equal, two forms of one stem, a compound of the other, or
 * one typing slip apart.
 */
export function compareWords(one: string, other: string): number {
  if (one === other || (GROUPS.get(one) ?? one) === (GROUPS.get(other) ?? other)) return 1;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 3 || /\p{N}/u.test(short)) return 0;
  const shared = countShared(short, long);
  const [restShort, restLong] = [short.slice(shared), long.slice(shared)];
  const areEndings = ENDING_SET.has(restShort) && ENDING_SET.has(restLong);
  if (shared >= Math.min(MIN_STEM, short.length) && areEndings) return restShort === "" || shared >= 4 ? 1 : 0;
  if (short.length >= MIN_COMPOUND && (long.startsWith(short) || long.endsWith(short))) return 0.8;
  return short.length >= MIN_SLIP && isOneSlip(short, long) ? 0.8 : 0;
}

/** True if one of the words is of a word's family. */
export function hasFamily(word: string, words: readonly string[]): boolean {
  return words.some((each) => compareWords(word, each) > 0);
}

const MIN_STEM = 3;
const MIN_COMPOUND = 5;
const MIN_SLIP = 5;

function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ß", "ss")
    .replace(/['’]s\b/g, "")
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, "");
}

function countShared(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}

/** One letter changed, added, left out or swapped with the next, and not the first. */
function isOneSlip(short: string, long: string): boolean {
  if (short[0] !== long[0] || long.length - short.length > 1) return false;
  const start = countShared(short, long);
  const rest = short.slice(start);
  const other = long.slice(start);
  if (short.length < long.length) return rest === other.slice(1);
  if (rest.slice(1) === other.slice(1)) return true;
  return rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
}

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}

/** Endings of English, German and Spanish forms, longest first. */
const ENDINGS: readonly string[] = (
  "mente ciones ungen ando iendo aron ieron isch ische ischen lich liche cion ions ings ment ies ied ing ers est " +
  "ten tet ung ion ado ada ido ida aba ico ica ias ien innen " +
  "al an ar as ed em en er es et ia ic ie ir is ly os st te io es s e n t a o y d r"
)
  .split(" ")
  .sort((one, other) => other.length - one.length);
const ENDING_SET: ReadonlySet<string> = new Set(["", "i", "gy", "gic", ...ENDINGS]);

/** Forms that share no stem, and the commonest ways to say the same. */
const GROUPS: ReadonlyMap<string, string> = new Map(
  [
    "colour color colours colors farbe color",
    "birthday born birth geburtstag geboren cumpleanos nacio nacido",
    "phone telephone telefono telefon handynummer phonenumber",
    "dentist zahnarzt dentista",
    "wife spouse husband ehefrau ehemann",
    "buy bought buying",
    "leave leaves left leaving",
    "take takes took taking",
    "drive drives drove",
    "teach teaches taught teacher",
    "meet meets met meeting",
    "fly flies flight flew",
    "sing sings sang",
    "sleep sleeps slept",
    "keep keeps kept",
    "parke parken parkt geparkt parkplatz parked park parking",
    "pay pays paid payment",
    "live lives living lived address wohne wohnt wohnen adresse vivo vive direccion",
    "hei heisse heisst heissen name namen nombre llamo llama",
    "car auto wagen coche",
    "bike bicycle fahrrad rad bicicleta bici",
    "flat apartment wohnung piso",
    "job work works working arbeit arbeite arbeitet trabajo trabaja",
    "password passwort kennwort contrasena clave",
    "wifi wlan",
    "doctor arzt medico",
  ].flatMap((line, index): [string, string][] => line.split(" ").map((word) => [word, `group ${index}`])),
);

const STOP_WORDS = toSet(`
a about after again all also am an and any are as at be because been before being but by can could did do does doing done
down for from further get go goes going got had has have having he her here hers him his how i if in into is isnt it its
itself just know let lets like me more most my myself no nor not now of off on once only or other our ours out over own
please say says said she should so some such tell than that thats the their them then there these they this those through
to told too under until up us use used very want was we were what whats when wheres where which while who whos whom whose
why will with would you your yours im ive dont cant didnt doesnt yes ok okay thanks thank hello hi remember remind note
notes save saved forget show give find look think mean means much many long far often kind sort thing things anything
something one ones make made need really still ever file files attached attachment document pdf summarise summarize summary
aber als am an auch auf aus bei bin bis bist da dann das dass dein deine deinen dem den denn der des die dies diese dieser
dir dich du durch ein eine einem einen einer eines er es euch fur habe haben hat hatte hier ich ihm ihn ihnen ihr ihre im
in ist ja jetzt kann kannst kein keine konnen machen mal man mein meine meinem meinen meiner meines mich mir mit muss nach
nicht noch nur ob oder ohne sag sage schon sein seine seinen seiner sich sie sind so soll uber um und uns unser unsere
unseren unter vom von vor war waren warum was weil welche welcher welches wem wen wenn wer werden weisst wie wieder will
wir wird wo wofur woher wohin zu zum zur zwischen bitte danke hallo merke merk notiere viel viele gern gerne etwas datei dateien dokument anhang fasse zusammen zusammenfassung
al algo ante aqui asi aun como con contra cual cuales cuando cuanto cuanta cuantos cuantas de del desde donde e el ella
ellas ellos en entre era eran eres es esa ese eso esta estan estar este esto estos estoy fue ha hace hacer hay he la las
le les lo los mas me mi mis mucho muy nada ni no nos nuestra nuestro o os otra otro para pero por porque puede puedo que
quien quienes se ser si sin sobre son soy su sus tambien te tengo tiene tienen tienes tu tus un una uno unos y ya yo
recuerda recuerdame dime sabes sabe gracias hola favor dice dije dijo archivo documento adjunto resume resumen
`);

const WEAK_WORDS = toSet(`
time times day days date today tomorrow yesterday week weeks weekend month months year years hour hours minute minutes
morning evening night clock number numbers people person place places way good best better great new old big small first
last next word words text write explain called call number 1 2 3
zeit uhr tag tage datum heute morgen gestern woche monat jahr jahre stunde stunden minute minuten abend nacht zahl leute
ort gut beste neu alt gross klein erste letzte nachste wort worter text schreib schreibe erklare
tiempo hora horas dia dias fecha hoy manana ayer semana mes ano anos minuto minutos noche tarde numero gente persona lugar
bueno mejor nuevo viejo grande pequeno primero ultimo proximo palabra texto escribe explica
`);
