"""Values drawn at random: each kind gives a JSON value and the words by which a person would say it."""

import json
from random import Random
from typing import Any

Value = tuple[Any, str]

FIRST = (
    "Anna Ben Carla Dmitri Elif Farid Greta Hugo Ines Jonas Keiko Lars Mira Nadia Omar Petra Quentin Rosa Samuel Tilda "
    "Ugo Vera Walid Xenia Yara Zeno Alma Boris Chloe Dario Esther Finn Gwen Henrik Ivana Jamal Kira Luca Maren Noor Otto "
    "Paula Rafael Signe Tomas Ulla Viktor Wanda Yusuf Zora Priya Chen Aoife Kwame Lena Mateo Hanna Emil Freya Stella"
).split()
LAST = (
    "Adler Berg Castro Dahl Engel Ferrari Gomez Haas Ivanova Jansen Kaya Lindt Moreau Novak Okafor Pereira Quist Rossi "
    "Sato Tanaka Ueda Varga Weber Xu Yilmaz Zeller Brandt Costa Duarte Eriksen Fischer Gallo Holm Iyer Kowalski Larsen"
).split()
CITIES = (
    "Paris;Berlin;Tokyo;Oslo;Lima;Cairo;Rome;Boston;Chicago;Delhi;Sydney;Toronto;Madrid;Vienna;Seoul;Dublin;Nairobi;Porto;"
    "Zurich;Kyoto;Denver;Austin;Lyon;Hanoi;Graz;Bergen;Turin;Seville;Krakow;Tallinn;Riga;Accra;Lagos;Quito;Bogota;"
    "Santiago;Montreal;Vancouver;Seattle;San Diego;New York;Los Angeles;Buenos Aires;Cape Town;Kuala Lumpur;Hong Kong;"
    "Mumbai;Osaka;Shanghai;Hamburg;Munich;Basel;Geneva;Ghent;Antwerp;Rotterdam;Malmo;Aarhus;Turku;Reykjavik;Leeds;Cork;"
    "Valencia;Naples;Palermo;Athens;Izmir;Tbilisi;Almaty;Perth;Auckland;Fort Worth;Salt Lake City;Marrakesh;Tunis"
).split(";")
COUNTRIES = (
    "France;Germany;Japan;Norway;Peru;Egypt;Italy;Canada;India;Australia;Spain;Austria;South Korea;Ireland;Kenya;Portugal;"
    "Switzerland;Vietnam;Poland;Estonia;Ghana;Chile;Brazil;Mexico;New Zealand;Greece;Turkey;Georgia;Iceland;Sweden"
).split(";")
THINGS = (
    "milk;bread;apples;a desk lamp;batteries;coffee;rice;paint;stamps;shampoo;green tea;a charger;eggs;flour;soap;a raincoat;"
    "running shoes;an umbrella;candles;olive oil;a bike helmet;pencils;honey;a kettle;socks;screws;a tent;lemons;oat milk;"
    "dog food;a backpack;yeast;cocoa;a frying pan;sunscreen;tape;a water bottle;mustard;notebooks;headphones"
).split(";")
TOPICS = (
    "climate change;solar panels;ancient Rome;black holes;sourdough;electric cars;bird migration;jazz history;vaccines;"
    "chess openings;tax law;the tram strike;data protection;bee keeping;wind power;the school trip;the rent increase;"
    "quantum computing;coral reefs;the budget;garden ponds;medieval castles;the summer party;noise at night;tea rituals;"
    "volcanoes;folk dance;the new office;river pollution;board games;childcare;street art;the contract draft"
).split(";")
TASKS = (
    "call the dentist;pay the rent;water the plants;send the report;buy a gift;book the flight;clean the garage;renew the "
    "passport;walk the dog;return the library books;sweep the yard;order new tyres;sign the contract;bake a cake;fix the "
    "gate;pick up the parcel;empty the mailbox;wash the car;practise the cello;back up the laptop;meet the landlord;"
    "sort the photos;visit grandma;file the taxes;change the filter;paint the fence;feed the neighbour's cat"
).split(";")
SUBJECTS = "the meeting;the train;our landlord;the concert;the plumber;dinner;my sister;the parcel;the key;the bike".split(";")
STATES = (
    "is late;starts at {t};is moved to {w};will be there by {t};was great;is cancelled;needs {n} more days;is in the {r};"
    "costs {n} euros;comes on {w};was found near {c};is ready"
).split(";")
PHRASES = (
    "window seat;quiet room;two drops;nobody has time;back door;first draft;no sugar;spare key;rainy day;blue folder;"
    "half a tablet;family visit;planning call;second floor;bug fixing;last minute;fresh air;heavy traffic;flat tyre"
).split(";")
WORDS = (
    "planet river copper lantern velvet orchid marble thunder pocket garden mirror saddle whisper candle anchor bridge "
    "cactus dragon ember falcon glacier harbor island jungle kettle ladder magnet nectar oyster pebble quartz ribbon "
    "sailor timber umbrella valley window yellow zebra basket cinnamon meadow pepper rocket shadow tunnel violin winter"
).split()
POOLS: dict[str, list[str]] = {
    "person": FIRST,
    "city": CITIES,
    "country": COUNTRIES,
    "thing": THINGS,
    "topic": TOPICS,
    "task": TASKS,
    "phrase": PHRASES,
    "color": "red blue green white yellow pink orange purple turquoise warm-white amber".split(),
    "food": "pizza;tomato soup;pasta;lentil curry;salad;tacos;sushi;beef stew;pancakes;risotto;fried rice;apple pie;omelette".split(";"),
    "cuisine": "Italian Thai Mexican Indian Greek Japanese Turkish French Ethiopian Korean Lebanese".split(),
    "animal": "cat;dog;horse;rabbit;parrot;red fox;tortoise;hamster;barn owl;goldfish;hedgehog;polar bear;otter".split(";"),
    "fish": "guppies;neon tetras;goldfish;angelfish;catfish;bettas;loaches;zebra danios".split(";"),
    "plant": "tomatoes;basil;orchid;rubber tree;lavender;radishes;aloe;fern;sunflowers;ivy;carrots;monstera".split(";"),
    "lang": "German French Spanish Italian Japanese Polish Turkish Dutch Swedish Portuguese Greek Hindi".split(),
    "currency": "USD EUR GBP JPY CHF INR CAD AUD SEK NOK BRL MXN".split(),
    "room": "kitchen;bedroom;office;hall;garage;bathroom;living room;attic;cellar;nursery;guest room;porch".split(";"),
    "song": "Blue Lanterns;Paper Boats;Yesterday Again;Northern Line;Salt and Stone;Halo;Slow River;Clockwork;Summer Rain;Echoes".split(";"),
    "title": "The Glass Harbor;Night Train;Silent Orchard;Seven Winters;A Quiet Street;Iron Sky;The Last Ferry;Two Moons;"
    "Letters from Home;Red Valley;The Cartographer;Open Water;The Weaver".split(";"),
    "genre": "comedy drama horror western fantasy thriller romance documentary animation".split(),
    "place": "Blue Door;Casa Verde;Hotel Linden;The Copper Pot;Seaview Lodge;Golden Lotus;Museum North;Old Mill;Park Inn;Cafe Mara;Radio Nova".split(";"),
    "formula": "H2O CO2 NaCl C6H12O6 H2SO4 CaCO3 NH3 C2H5OH KMnO4 Fe2O3".split(),
    "element": "Fe Au Na O Cu Ag Pb He Li Zn Mg U".split(),
    "equation": "H2 + O2 -> H2O;Fe + O2 -> Fe2O3;CH4 + O2 -> CO2 + H2O;N2 + H2 -> NH3;Na + Cl2 -> NaCl".split(";"),
    "sport": "tennis;football;swimming;yoga;basketball;rowing;cycling;climbing;badminton;running;squash".split(";"),
    "medicine": "ibuprofen;vitamin D;aspirin;metformin;iron tablets;antibiotics;cough syrup".split(";"),
    "symptom": "headache;fever;a sore throat;dizziness;a dry cough;stomach pain;a rash;tiredness".split(";"),
    "company": "Norwind;Acme;Blue Ocean;Kranz & Sons;Helio Labs;Vantage;Oakline;Pixel Works;Tarn Foods".split(";"),
    "job": "nurse;teacher;data analyst;carpenter;web developer;chef;electrician;translator;lawyer;gardener".split(";"),
    "team": "Red Falcons;Harbor City;Northern Wolves;United Oaks;River Plate;Blue Comets;Old Town FC".split(";"),
    "league": "Northern League;Premier Division;Coast Cup;National League".split(";"),
    "star": "Sirius Vega Mars Jupiter Betelgeuse Venus Polaris Saturn Rigel".split(),
    "school": "maths;history;biology;physics;art;geography;music;chemistry".split(";"),
    "carrier": "DHL UPS FedEx DPD Hermes".split(),
    "account": "savings;checking;household;business;joint".split(";"),
    "verb": "go run write sing bring think swim drive know break".split(),
    "weekday": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "month": "January February March April May June July August September October November December".split(),
    "condition": "cloudy;sunny;light rain;windy;foggy;snow;running;degraded;idle".split(";"),
    "ticker": "AAPL MSFT TSLA NVDA AMZN SAP BMW NKE SONY IBM ORCL SHEL".split(),
    "sql": "SELECT name FROM users;SELECT * FROM orders WHERE total > 50;SELECT city, COUNT(*) FROM clients GROUP BY city;"
    "SELECT MAX(price) FROM items".split(";"),
}
SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()
MONTHS = POOLS["month"]


def pick(rng: Random, items: list) -> Any:
    """One of a list."""
    return items[rng.randrange(len(items))]


def coin(rng: Random, chance: float) -> bool:
    """True as often as `chance` says."""
    return rng.random() < chance


def made_up(rng: Random) -> str:
    """A word that no dictionary has, so that it can only be copied."""
    heads, tails = "b br c d dr f g gl h k l m n p pr qu r s st t tr v w z".split(), "a e i o u ai ea or ul an".split()
    ends = "n r l x th m sk nd va lo ni dor mar tis".split()
    return "".join(pick(rng, heads) + pick(rng, tails) for _ in range(rng.randint(1, 2))) + pick(rng, ends)


def number(rng: Random) -> Value:
    """A measured number, whole or with decimals."""
    roll = rng.random()
    if roll < 0.45:
        value: Any = rng.randint(2, 120)
    elif roll < 0.6:
        value = rng.randint(100, 5000)
    elif roll < 0.9:
        value = round(rng.uniform(0.1, 99), rng.choice([1, 1, 2]))
    else:
        value = round(rng.uniform(0.01, 2), 3)
    return plain(value)


def plain(value: Any) -> Value:
    """A number in the digits of its JSON form."""
    if isinstance(value, float) and value == int(value):
        value = int(value)
    return value, json.dumps(value)


def whole(rng: Random, low: int, high: int) -> Value:
    """A whole number: small ones sometimes in words, large ones sometimes with a comma."""
    value = rng.randint(low, high)
    if value <= 12 and coin(rng, 0.12):
        return value, SMALL[value]
    if value >= 1000 and coin(rng, 0.2):
        return value, f"{value:,}"
    return value, str(value)


def date(rng: Random) -> Value:
    """A day: YYYY-MM-DD, said so or in words."""
    year, month, day = rng.randint(2023, 2028), rng.randint(1, 12), rng.randint(1, 28)
    iso = f"{year}-{month:02d}-{day:02d}"
    roll = rng.random()
    return iso, iso if roll < 0.5 else date_words(rng, year, month, day)


def date_words(rng: Random, year: int, month: int, day: int) -> str:
    """A day as people write it."""
    ending = "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    name = MONTHS[month - 1]
    return pick(
        rng,
        [f"{name} {day}, {year}", f"{day} {name} {year}", f"{name} {day}{ending}, {year}", f"the {day}{ending} of {name} {year}", f"{day}{ending} {name} {year}", f"{day} {name[:3]} {year}", f"{day}.{month}.{year}"],
    )


#: Lengths of time in words that are no plain number of minutes.
SPANS: list[Value] = [
    (15, "a quarter of an hour"), (30, "half an hour"), (60, "an hour"), (45, "three quarters of an hour"), (90, "an hour and a half"),
    (90, "one and a half hours"), (1.5, "one and a half minutes"), (2.5, "two and a half minutes"), (120, "two hours"), (0.5, "half a minute"),
    (0.5, "30 seconds"), (1, "one minute"), (1, "60 seconds"), (180, "three hours"), (75, "an hour and 15 minutes"), (3.5, "three and a half minutes"),
]


def minutes(rng: Random) -> Value:
    """A length of time in minutes, said with its unit."""
    if coin(rng, 0.25):
        return pick(rng, SPANS)
    value = whole(rng, 2, rng.choice([12, 60, 120]))
    return value[0], f"{value[1]} {rng.choice(['minutes', 'minutes', 'minutes', 'min'])}"


def sentence(rng: Random) -> str:
    """A short sentence without a full stop."""
    state = pick(rng, STATES).format(
        t=clock(rng), w=pick(rng, POOLS["weekday"]), n=rng.randint(2, 90), r=pick(rng, POOLS["room"]), c=pick(rng, CITIES)
    )
    return f"{pick(rng, SUBJECTS)} {state}"


def clock(rng: Random) -> str:
    """A time of the day, HH:MM."""
    return f"{rng.randint(0, 23):02d}:{rng.choice(['00', '15', '30', '45', f'{rng.randint(1, 59):02d}'])}"


def code(rng: Random) -> str:
    """A number of some thing: letters and digits that mean nothing."""
    letters = "".join(rng.choice("ABCDEFGHKLMNPRSTUVWXYZ") for _ in range(rng.randint(1, 3)))
    digits = rng.randint(10, 99999)
    return rng.choice([f"{letters}-{digits}", f"{letters}{digits}", str(digits), f"{letters.lower()}_{digits}"])


def draw(rng: Random, kind: str) -> Value:
    """A value of a simple kind and its words."""
    if kind in POOLS:
        # Names and things that the pools lack must be copied as well.
        if kind in ("person", "city", "place", "song", "title", "company", "team") and coin(rng, 0.15):
            text = made_up(rng).capitalize()
            return text, text
        text = pick(rng, POOLS[kind])
        return text, text
    match kind:
        case "num":
            return number(rng)
        case "int":
            return whole(rng, 2, rng.choice([20, 100, 900, 9000]))
        case "count":
            return whole(rng, 2, rng.choice([9, 20, 60]))
        case "digit":
            return whole(rng, 1, 9)
        case "pct":
            return whole(rng, 1, 100)
        case "big":
            return whole(rng, 5, 900)[0] * 100, ""
        case "rate":
            return plain(round(rng.uniform(0.5, 9.9), rng.choice([0, 1, 2])))
        case "level":
            value = rng.choice([rng.randint(0, 100), rng.randint(0, 20) * 5])
            return (0, "zero") if coin(rng, 0.06) else (value, str(value))
        case "minutes":
            return minutes(rng)
        case "money":
            value = round(rng.uniform(2, 400), rng.choice([0, 2, 2]))
            return plain(value)
        case "warm":
            return plain(rng.choice([rng.randint(15, 26), rng.randint(30, 50) / 2]))
        case "year":
            return whole_year(rng)
        case "digits4":
            text = f"{rng.randint(1000, 9999)}"
            return text, text
        case "date":
            return date(rng)
        case "bool":
            value = coin(rng, 0.5)
            return value, "true" if value else "false"
    text = draw_text(rng, kind)
    return text, text


def whole_year(rng: Random) -> Value:
    """A year."""
    value = rng.randint(1920, 2029)
    return value, str(value)


def draw_text(rng: Random, kind: str) -> str:
    """The composed kinds of text."""
    match kind:
        case "time":
            return clock(rng)
        case "fullname":
            return f"{pick(rng, FIRST)} {pick(rng, LAST) if coin(rng, 0.8) else made_up(rng).capitalize()}"
        case "email":
            name = rng.choice([pick(rng, FIRST).lower(), made_up(rng), f"{pick(rng, FIRST)}.{pick(rng, LAST)}".lower()])
            return f"{name}@{rng.choice([made_up(rng), 'mail', 'work', 'post'])}.{rng.choice(['com', 'org', 'net', 'eu'])}"
        case "phone":
            return rng.choice(["+", "0", "00"]) + str(rng.randint(100, 999)) + rng.choice(["", " ", "-"]) + str(rng.randint(10000, 9999999))
        case "url":
            return f"https://{made_up(rng)}.{rng.choice(['com', 'org', 'io'])}/{rng.choice([pick(rng, WORDS), code(rng).lower()])}"
        case "host":
            return f"{rng.choice([made_up(rng), 'web', 'db', 'mail'])}-{rng.randint(1, 40)}.{made_up(rng)}.net"
        case "path":
            return "/" + "/".join(rng.choice([pick(rng, WORDS), made_up(rng), "home", "data"]) for _ in range(rng.randint(1, 2)))
        case "file":
            return rng.choice([pick(rng, WORDS), made_up(rng), f"{pick(rng, WORDS)}_{rng.randint(1, 99)}"]) + rng.choice(
                [".txt", ".pdf", ".png", ".csv", ".mp4", ".md", ".jpg"]
            )
        case "slug":
            return rng.choice([f"{pick(rng, WORDS)}-{rng.choice(['api', 'web', 'core', 'fix'])}", made_up(rng), f"{made_up(rng)}-{rng.randint(2, 20)}"])
        case "version":
            return f"{rng.randint(0, 9)}.{rng.randint(0, 20)}.{rng.randint(0, 9)}"
        case "code":
            return code(rng)
        case "iban":
            return f"{rng.choice(['DE', 'FR', 'CH', 'NL'])}{rng.randint(10**9, 10**11)}"
        case "word":
            return pick(rng, WORDS) if coin(rng, 0.6) else made_up(rng)
        case "project":
            return pick(rng, WORDS).capitalize() if coin(rng, 0.5) else made_up(rng).capitalize()
        case "sentence":
            return sentence(rng)
        case "longtext":
            return ". ".join(text[0].upper() + text[1:] for text in (sentence(rng), sentence(rng)))
        case "street":
            return f"{rng.choice(['Elm', 'Mill', 'Station', 'Harbor', 'Church', made_up(rng).capitalize()])} {rng.choice(['Street', 'Road', 'Lane'])} {rng.randint(1, 180)}"
    raise KeyError(kind)


#: The JSON types of kinds that are not text.
NUMBERS = {"num", "money", "rate", "warm", "level", "minutes"}
WHOLES = {"int", "count", "digit", "pct", "big", "year"}


def json_type(kind: str) -> str:
    """The JSON Schema type of a simple kind."""
    if kind in NUMBERS:
        return "number"
    if kind in WHOLES:
        return "integer"
    return "boolean" if kind == "bool" else "string"


def join(rng: Random, texts: list[str]) -> str:
    """A list as a person says it."""
    style = rng.random()
    if style < 0.45 and len(texts) > 1:
        return ", ".join(texts[:-1]) + " and " + texts[-1]
    if style < 0.8:
        return ", ".join(texts)
    return "[" + ", ".join(texts) + "]"
