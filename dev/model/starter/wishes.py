"""Wishes for acts in the world that hardly any tool fulfils: what is asked, and what would have to be done."""

from random import Random

from .dialogues import dress
from .values import CITIES, FIRST, POOLS, THINGS, WORDS, coin, pick

#: What is to be done, and how people ask; `{x}` is drawn from the list named after the bar.
WISHES = """
book flights | Book me a flight to {x}. ; I need a plane to {x} tomorrow. ; Fly me to {x}. ; Get two seats to {x}. | city
print documents | Print this page. ; Print the {x} twice. ; I need the {x} on paper. | paper
order food | Order {x} for me. ; I want {x} delivered. ; Get me {x}, I am hungry. | food
lock doors | Lock the {x} door. ; Is the {x} door locked? Lock it if not. ; Bolt the {x} door. | door
feed pets | Feed the {x}. ; The {x} wants its dinner. ; Give the {x} something to eat. | animal
walk pets | Take the {x} for a walk. ; The {x} has to go out. | animal
call people | Call {x}. ; Ring {x} up, please. ; Get me {x} on the phone. ; Phone {x} for me. | person
call the police | Call the police! ; Get an ambulance. ; Tell the fire brigade to come. | -
delete photos | Delete my photos. ; Remove every picture of {x}. ; Erase the photos with {x} on them. | person
start machines | Start the {x}. ; Turn the {x} on and let it run. ; Switch off the {x}. | machine
change passwords | Change my password to {x}. ; Set a new password: {x}. ; Reset my password. | word
transfer money | Send {x} 50 euros. ; Transfer 200 euros to {x}. ; Pay {x} what I owe. | person
buy things | Buy {x}. ; Order {x} on the internet. ; Get {x} from the shop. | thing
open the garage | Open the garage. ; Let the garage door down. | -
take photos | Take a picture of {x}. ; Photograph the {x}. | animal
record sound | Record what I say. ; Make a recording of this talk. | -
pause music | Pause the music. ; Stop the song. ; Skip this track. ; Make the music stop. | -
cancel alarms | Cancel my alarm. ; Turn the alarm of tomorrow off. ; Delete the alarm at seven. ; I do not want to be woken any more. | -
cancel appointments | Cancel my appointment with {x}. ; Call off the meeting with {x}. | person
rename files | Rename the file to {x}. ; Give my document the name {x}. | word
install programs | Install {x}. ; Update {x} on this computer. ; Uninstall {x}. | company
read mail | Read my new mail. ; Did {x} write to me? ; Any mail from {x}? | person
book hotels | Book a hotel in {x}. ; I need a room in {x} for two nights. | city
book tickets | Get tickets for {x}. ; Two tickets for {x}, please. | title
reserve tables | Reserve a table at {x}. ; A table for four at {x}. | place
call a taxi | Call me a taxi. ; I need a cab to {x}. | city
water plants | Water the {x}. ; The {x} is dry, give it water. | plant
clean rooms | Clean the {x}. ; Vacuum the {x}, please. ; The {x} has to be swept. | room
post messages | Post that on my wall. ; Tweet that {x} is great. ; Share this with everybody. | city
send letters | Send a letter to {x}. ; Post this card to {x}. | person
measure the heartbeat | What is my pulse? ; Measure my heart rate. | -
sign papers | Sign the {x} for me. ; Put my name under the {x}. | paper
shut the computer down | Shut down. ; Restart the computer. ; Turn yourself off. | -
scan documents | Scan the {x}. ; Make a scan of my {x}. | paper
rent things out | Rent me a car in {x}. ; I need a bicycle in {x} for a day. | city
""".strip()
POOL = {
    "paper": ["contract", "invoice", "report", "letter", "form", "last page", "menu", "certificate"],
    "door": ["front", "back", "cellar", "balcony", "garden", "car"],
    "machine": ["washing machine", "dishwasher", "coffee machine", "oven", "dryer", "heating", "vacuum cleaner", "lawn mower", "sprinkler", "fan"],
    "person": [*FIRST, "my sister", "the doctor", "my boss", "Mum", "the neighbour"],
    "city": CITIES,
    "thing": THINGS,
    "word": WORDS,
}
WISH_LINES = [[part.strip() for part in line.split("|")] for line in WISHES.splitlines()]
TAILS = [" at {t}", " tomorrow", " today", " now", " in {c}", " tonight", " for me", " at once", " on Monday", " next week", " with {n}"]


def wish(rng: Random, deeds: str) -> str | None:
    """A wish; none where a tool on offer may do it. `deeds` is what is known of those."""
    deed, asked, kind = pick(rng, WISH_LINES)
    if any(word in deeds for word in key_words(deed)):
        return None
    question = pick(rng, asked.split(" ; "))
    if kind != "-":
        question = question.replace("{x}", pick(rng, POOL.get(kind) or POOLS[kind])).replace("{y}", pick(rng, POOLS["country"]))
    if coin(rng, 0.2) and question.endswith("."):
        question = question[:-1] + pick(rng, TAILS).format(t=f"{rng.randint(1, 12)} o'clock", c=pick(rng, CITIES), n=pick(rng, FIRST)) + "."
    return dress(rng, question)


#: Words by which a tool may do it after all.
NEAR_WORDS = {
    "flights": "flight plane travel trip", "documents": "print scan page", "food": "order food meal cook recipe", "doors": "door lock", "pets": "pet animal feed",
    "people": "call phone ring number", "police": "call emergency", "photos": "photo picture image", "machines": "machine switch start device turn", "passwords": "password",
    "money": "money pay transfer account", "things": "buy order shop cart", "garage": "garage door", "sound": "record", "music": "music song play track", "alarms": "cancel alarm",
    "timers": "timer countdown stop", "tasks": "task delete remove", "appointments": "cancel event appointment meeting", "files": "file rename", "programs": "install program package",
    "results": "match sport team score game result", "prices": "price cost", "news": "news headline", "mail": "mail message", "texts": "translat", "pictures": "draw image picture",
    "hotels": "hotel room", "tickets": "ticket", "tables": "table restaurant", "taxi": "taxi ride cab", "way": "route way direction distance", "plants": "water plant",
    "rooms": "clean room vacuum", "messages": "post message share", "letters": "letter mail send", "heartbeat": "heart pulse", "market": "share stock", "papers": "sign",
    "computer": "restart shut", "cook": "cook recipe food", "out": "rent book car", "traffic": "traffic",
}


def key_words(deed: str) -> list[str]:
    """The words that a tool which could do it would have."""
    return [one for word in deed.split() for one in NEAR_WORDS.get(word, "").split()]
