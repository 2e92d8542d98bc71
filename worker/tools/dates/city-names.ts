/** Per zone the cities in it that no zone is named after, and German and Spanish names of cities, without accents. */
const CITIES: Readonly<Record<string, string>> = {
  "Africa/Cairo": "kairo,el cairo",
  "Africa/Johannesburg": "cape town,kapstadt,ciudad del cabo",
  "America/Argentina/Buenos_Aires": "buenos aires",
  "America/Havana": "havanna,la habana",
  "America/Los_Angeles": "san francisco,seattle,san diego,las vegas",
  "America/Mexico_City": "ciudad de mexico,mexiko-stadt",
  "America/New_York": "nueva york,washington,boston,miami,philadelphia",
  "America/Sao_Paulo": "sao paulo,rio de janeiro,rio,brasilia",
  "Asia/Bangkok": "bangkok",
  "Asia/Dubai": "abu dhabi",
  "Asia/Hong_Kong": "hongkong",
  "Asia/Jerusalem": "tel aviv,jerusalen",
  "Asia/Kolkata": "delhi,new delhi,neu-delhi,nueva delhi,mumbai,bombay,bangalore",
  "Asia/Seoul": "seul",
  "Asia/Shanghai": "beijing,peking,pekin,schanghai,shenzhen",
  "Asia/Singapore": "singapur",
  "Asia/Tokyo": "tokio,osaka,kyoto,kioto",
  "Australia/Sydney": "sidney,canberra",
  "Europe/Athens": "athen,atenas",
  "Europe/Berlin": "munich,munchen,hamburg,frankfurt,cologne,koln,stuttgart,leipzig",
  "Europe/Brussels": "brussel,bruselas",
  "Europe/Bucharest": "bukarest,bucarest",
  "Europe/Copenhagen": "kopenhagen,copenhague",
  "Europe/Istanbul": "estambul",
  "Europe/Lisbon": "lissabon,lisboa",
  "Europe/London": "londres,manchester,edinburgh,liverpool",
  "Europe/Luxembourg": "luxemburg,luxemburgo",
  "Europe/Madrid": "barcelona,sevilla,seville,valencia,bilbao",
  "Europe/Moscow": "moskau,moscu",
  "Europe/Paris": "lyon,marseille,nice",
  "Europe/Prague": "prag,praga",
  "Europe/Rome": "rom,roma,milan,milano,mailand,venice,venedig,venecia,naples,neapel,napoles,florence,florenz",
  "Europe/Stockholm": "estocolmo,goteborg",
  "Europe/Vienna": "wien,viena,graz,salzburg",
  "Europe/Warsaw": "warschau,varsovia",
  "Europe/Zurich": "geneva,genf,ginebra,bern,basel",
};

/** The zone of a well-known city that no zone is named after in English: by any of its names. */
export function findCityZone(name: string): string | undefined {
  const [place = ""] = name.split(",");
  const city = place.trim().toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll(/\s+/g, " ");
  return Object.keys(CITIES).find((zone) => CITIES[zone]?.split(",").includes(city));
}
