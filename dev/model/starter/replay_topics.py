"""What the general prompts are about, and in which words they are asked."""


def items(text: str) -> list[str]:
    """The parts of a text, parted by semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def lines(text: str) -> list[str]:
    """The lines of a text."""
    return [line.strip() for line in text.strip().splitlines()]


POOLS = {
    "country": items("Brazil; Kenya; Norway; Thailand; Greece; Poland; Egypt; Chile; Vietnam; Ireland; Hungary; Morocco; Cuba; Nepal; Sweden; Argentina; Turkey; Indonesia; Austria; Finland; Ghana; Belgium; Iran; Colombia; Denmark; Mongolia; Romania; South Africa; Malaysia; Portugal"),
    "city": items("Rome; Istanbul; Mumbai; Prague; Sydney; Berlin; Boston; Venice; Cairo; Amsterdam; Madrid; Dublin; Vienna; Lima; Seoul; Chicago; Athens; Barcelona; Hamburg; Singapore"),
    "person": items("Marie Curie; Mozart; Cleopatra; Isaac Newton; Nelson Mandela; Frida Kahlo; Galileo; Beethoven; Napoleon; Ada Lovelace; Gandhi; Charles Darwin; Julius Caesar; Picasso; Florence Nightingale; Nikola Tesla; Socrates; Jane Austen; Martin Luther King; Vincent van Gogh; Aristotle; Johann Sebastian Bach; Alan Turing; Mark Twain; Queen Victoria"),
    "book": items("Moby Dick; Hamlet; Don Quixote; Pride and Prejudice; The Odyssey; Faust; War and Peace; Robinson Crusoe; Dracula; 1984; Alice in Wonderland; The Little Prince; Frankenstein; Oliver Twist; The Hobbit; Jane Eyre"),
    "invention": items("the telephone; the light bulb; the printing press; the steam engine; penicillin; the airplane; the World Wide Web; dynamite; the bicycle; the telescope; radio; vaccines; the sewing machine; the microscope"),
    "animal": items("dolphin; owl; penguin; elephant; bee; spider; frog; tiger; snail; whale; bat; horse; kangaroo; octopus; crocodile; hedgehog; squirrel; salmon; eagle; ant; camel; polar bear; parrot; goat; lizard; shark"),
    "planet": items("Mars; Venus; Mercury; Saturn; Neptune; Jupiter; Uranus; the Moon; the Sun; Pluto"),
    "element": items("oxygen; iron; gold; helium; carbon; sodium; silver; copper; nitrogen; calcium; hydrogen; mercury; zinc; neon"),
    "organ": items("the heart; the liver; the lungs; the kidneys; the brain; the skin; the stomach; the spleen; the eye; the ear; the tongue; the spine"),
    "event": items("the French Revolution; the moon landing; World War I; the fall of the Berlin Wall; the Black Death; the Industrial Revolution; the Renaissance; the Cold War; the Boston Tea Party; the Great Fire of London; the Titanic disaster; the American Civil War"),
    "thing": items("a volcano; an algorithm; democracy; gravity; inflation; a black hole; evolution; a mortgage; DNA; electricity; a haiku; a virus; the internet; an atom; a metaphor; a rainbow; the stock market; a fossil; a glacier; a battery; a comet; an eclipse; a solar panel; a vitamin; an ecosystem; jazz; yoga; a constitution; a satellite; magnetism; a cloud; fermentation; insulin; a prime number; friction; a hurricane; the ozone layer; an earthquake; machine learning; a transistor; osmosis; a symphony; compost; a sonnet; karma; philosophy; a neuron; photosynthesis; global warming; a firewall; bread dough; a lighthouse; tides; sound; plastic; coral; amber; the equator; a peninsula; a monarchy; irony; a subsidy; a pension; wind"),
    "pair": items("a lake and a sea; weather and climate; a virus and a bacterium; tea and coffee; cats and dogs; a simile and a metaphor; mass and weight; a butterfly and a moth; RAM and a hard disk; jam and jelly; a novel and a short story; a crocodile and an alligator; a star and a planet; butter and margarine; speed and velocity; an alligator and a lizard; a violin and a cello; stocks and bonds; baking and roasting; a hare and a rabbit; fruit and vegetables; a town and a city; empathy and sympathy; affect and effect; its and it's; fewer and less; a comet and an asteroid; renting and buying; a laptop and a tablet; cotton and wool"),
    "topic": items("the sea; autumn; my grandmother; friendship; rain; coffee; the moon; winter; a lonely robot; spring; music; home; a garden; the stars; time; cats; hope; the mountains; a long train ride; the morning; bread; a river; dreams; snow; a lighthouse; summer holidays; silence; old books"),
    "why": items("is the sky blue; do cats purr; do leaves change colour; is the sea salty; do we dream; do birds fly south; do onions make us cry; does ice float; do we yawn; do stars twinkle; is blood red; do we have seasons; do bees make honey; do volcanoes erupt; does bread rise; do metals rust; do we need sleep; do people laugh; do dogs bark; does the moon change its shape; do we have leap years; do zebras have stripes; do tides exist; do apples turn brown; is exercise healthy; do people get goosebumps; does popcorn pop; do we sneeze; does soap clean; are flamingos pink"),
    "how": items("boil an egg; change a tyre; tie a tie; make pancakes; fall asleep faster; clean a window; remove a coffee stain; start a fire; plant a tree; learn the guitar; train a puppy; cook rice; write a cover letter; save money; make a paper plane; wash a wool sweater; get rid of ants; sharpen a knife; make tea; stop hiccups; whistle; ride a bike; meditate; bake bread; fold a shirt; unclog a drain; grow tomatoes; clean my glasses; make friends in a new city; prepare for an exam; speak in public; peel a mango; store bananas; make soup; jump start a car; defrost a freezer; plan a party; improve my handwriting"),
    "happens": items("a plane fly; a fridge work; rain form; a microwave heat food; the heart pump blood; a vaccine work; bees make honey; a bicycle stay upright; a compass work; plants drink; glass get made; a mirror work; chocolate get made; an engine work; Wi-Fi work; memory work in the brain; a camera work; the immune system work; yeast make bread rise; fish breathe"),
    "problem": items("I cannot sleep; I am nervous before an interview; my neighbour is loud; I feel lonely; I argue with my brother; I have too much work; my plant is dying; I am always late; I want to eat healthier; my child does not want to read; I am bored; I lost my motivation; my back hurts from sitting; I want to learn a language; I forget people's names; my room is messy; I spend too much money; I am shy; my friend is sad; I am afraid of flying; I want to start running; I procrastinate; my phone distracts me; I moved to a new town; I miss my family; my boss is unfriendly"),
    "like": items("pizza; winter; chess; jazz; the colour blue; dogs; rainy days; football; poetry; chocolate; the sea; mountains; early mornings; films; mathematics; travelling; spiders; silence; cooking; Mondays"),
    "noun": items("house; child; mouse; wolf; city; knife; tooth; box; foot; baby; goose; leaf; church; potato; man; sheep; party; ox; cactus; hero; watch; person; fox; key; half; berry; bus; photo"),
    "verb": items("go; see; bring; swim; write; teach; sing; fly; think; run; buy; speak; catch; sleep; drink; break; choose; eat; fall; give; know; build; feel; leave; wear; draw; throw; begin"),
    "adj": items("happy; big; fast; cold; brave; quiet; dark; easy; old; strong; clean; rich; early; polite; heavy; wide; sharp; empty; wet; kind; angry; beautiful; smart; small; tired; rude; lazy; important; bright; deep; loud; honest; calm; strange; funny"),
    "word": items("light; tree; sun; rain; heart; star; stone; love; blue; night; cake; time; ring; house; cat; snow; mind; day; moon; gold; hand; bell; sleep; sea; door; fire; bread; song; chair; shore; train; green; flower; dream"),
    "hard": items("ubiquitous; benevolent; ephemeral; candid; resilient; ambiguous; meticulous; frugal; serene; obsolete; eloquent; tedious; vivid; novice; lucid; arid; zeal; jovial; nimble; mundane; inevitable; pragmatic; nostalgia; empathy; dilemma; sarcasm; anonymous; deadline; hypothesis; genuine"),
    "spell": items("necessary; rhythm; accommodate; separate; embarrass; conscience; definitely; weird; receive; occurrence; restaurant; bicycle; government; knowledge; calendar; neighbour; island; scissors; library; privilege; February; pneumonia"),
    "wrong": items("She go to school every day; He don't like fish; I has two cats; They was late; Me and him went home; We is happy; The dog runned away; I can swims; She have a car; There is many people; He is more taller than me; I seen that film; Your my best friend; Its a nice day; She sing good; I didn't went there; He buyed a book; Them shoes are nice; Who's bag is this; I am agree with you; She speak English very good; The informations are new"),
    "phrase": items("Good morning; Thank you very much; Where is the station?; I love you; See you tomorrow; I am hungry; How are you?; Happy birthday; My name is Anna; The water is cold; Good night; I don't understand; Have a nice trip; What time is dinner?; I would like a coffee; The cat sleeps; We are late; It is raining; Please sit down; I am sorry"),
    "language": items("French; Spanish; German; Italian; Portuguese; French; Spanish; German"),
    "list": items("fruits; European countries; musical instruments; colours; sports; trees; car brands; planets; breakfast ideas; hobbies for rainy days; vegetables; kitchen tools; birds; reasons to exercise; flowers; ocean animals; board games; gift ideas for a teacher; healthy snacks; famous scientists; programming languages; things to pack for camping; synonyms for happy; emotions; herbs; metals; dog breeds; desserts; warm-up exercises; questions for an interview; names for a cat; topics for small talk"),
    "occasion": items("a birthday; a wedding; a farewell; a new baby; a promotion; an apology; a thank-you after dinner; a get-well card; a school reunion; a housewarming party; a job interview follow-up; a late reply; a picnic invitation; a lost umbrella; a holiday postcard"),
    "who": items("my sister; a colleague; my neighbour; an old friend; my teacher; my boss; my grandfather; a customer; my landlord; my team"),
    "product": items("a bakery; a bicycle shop; a coffee brand; a garden centre; a hair salon; a language school; a pet hotel; a small hotel; a bookshop; a yoga studio; a soap brand; a food truck"),
    "text": items("The meeting was moved because many people were ill, and a new date will be found next week; Our garden has many old trees, and in autumn the leaves cover the whole lawn; The train stopped in a small town, and everybody had to take the bus; The film was long, but the music and the actors were wonderful; My aunt grows tomatoes and sells them at the market every weekend; The museum is closed for repairs until the roof is dry again; Children who read every day learn new words faster and write better; The shop sells old furniture that was repaired by hand; We walked along the river, saw two swans, and had lunch under a bridge; The company wants to save energy and turns the lights off at night"),
    "review": items("The food was cold and the waiter was rude; I love this little cafe; The book was fine, nothing special; Best holiday of my life; The phone broke after a day; The room was clean and quiet; I will never come back; A lovely evening with great music; The queue was far too long; The soup was delicious"),
    "blunt": items("Send me the file now; I can't come; You are wrong; Be quiet; I don't like your idea; Give me my money back; Move your car; This is bad work; I need an answer today; Stop calling me"),
    "start": items("Once upon a time; The old man opened the door and; When the lights went out; It was the coldest day of the year, and; My favourite place is; On the way home I; If I could fly, I; The secret of a good life is; Yesterday my cat; At the end of the street"),
    "lang_of": items("Brazil; Egypt; Austria; Mexico; Iran; Israel; Argentina; Kenya; Belgium; Switzerland; India; Cuba"),
    "food": items("lasagne; sushi; guacamole; pancakes; hummus; paella; risotto; sauerkraut; curry; ratatouille; pesto; tiramisu; gazpacho; porridge; dumplings"),
    "material": items("glass; paper; steel; silk; cement; rubber; chocolate; cheese; soap; leather; wine; sugar; ink; bronze"),
    "choice": items("a whale or a shark; iron or wood; the sun or the moon; a mouse or an elephant; lead or feathers; gold or silver; Africa or Europe; a second or a minute; a mile or a kilometre; ice or steam; a violin or a double bass; a river or a stream; tea or coffee; the heart or the brain; a lion or a dog"),
    "fact": items(
        "Which sea is Malta in?; Which country has the most people?; Which river runs through London?; Which desert is in northern Africa?; What is the capital of Canada?; What is the capital of Kenya?; What is the capital of Peru?; "
        "What is the capital of Poland?; What is the capital of Japan?; capital of Greece?; Which city is the capital of Turkey?; Which language is spoken in Brazil?; Which metal is liquid at room temperature?; What do we call a baby dog?; What do we call a baby cow?; "
        "Which animal is the fastest on land?; Which bird cannot fly?; What is the smallest planet?; Which planet has rings?; What is the hardest natural material?; What is table salt made of?; What do bees collect?; Which vitamin is in oranges?; "
        "What is the largest country in the world?; what is the longest river; Which mountain is the highest in Europe?; Who painted Starry Night?; Who wrote Romeo and Juliet?; Who composed the Four Seasons?; Who discovered America?; Who was the first president of the USA?; "
        "What does a thermometer measure?; What does a compass show?; What does a dentist do?; What does a plumber do?; What is bread made from?; What colour is an emerald?; What colour do you get from blue and yellow?; What colour is a banana?; Is water a gas?; "
        "Does the sun rise in the east?; Which instrument has 88 keys?; Which sport is played at Wimbledon?; Which sport uses a puck?; What do you need for an omelette?; What is the freezing point of water?; Which season comes after winter?; What is the opposite of north?; "
        "Which direction does a compass point?; What is the main language of Austria?; Which organ pumps blood?; What do plants need to grow?; What is a group of wolves called?; What is the biggest fish?; Which part of a plant is under the ground?; Name the largest ocean mammal.; "
        "Which country is shaped like a boot?; Which two colours are on the flag of Poland?; What is the currency of Japan?; Where does the Pope live?; Which continent is the coldest?; What is the name of the ship that sank in 1912?; In which country is the Taj Mahal?; "
        "In which city is the Louvre?; Where is the Colosseum?; Where do kangaroos live?; Who invented the airplane?; What is a vegetarian?; What is the job of a librarian?; Which fruit is used for wine?; What is chocolate made from?; Which animal gives us wool?"
    ),
    "counted": items(
        "strings does a violin have; legs does an insect have; wheels does a tricycle have; letters are in the alphabet; states are in the USA; sides does a triangle have; teeth does an adult have; players are in a basketball team; keys does a piano have; "
        "hearts does an octopus have; arms does a starfish have; chambers does the heart have; oceans are there; colours are on the French flag; wings does a bee have; cards are in a deck; squares are on a chessboard; moons does Mars have; languages are spoken in Switzerland; "
        "dwarfs did Snow White meet; musketeers were there; notes are in an octave; lungs does a person have; fingers do people have; cylinders does a car engine have; eyes does a spider have"
    ),
    "dated": items(
        "the Eiffel Tower built; the first car made; the telephone invented; Mozart born; the Statue of Liberty finished; the first film shown; the Magna Carta signed; Columbus's voyage to America; the first World Cup; the battle of Waterloo; the United Nations founded; "
        "the first photograph taken; the Suez Canal opened; the Soviet Union dissolved; Pompeii destroyed; the euro introduced; the first e-mail sent; Shakespeare born"
    ),
    "keepsake": items("a cactus; a bicycle; a wool sweater; an orchid; leftover rice; an old laptop; a library card; a passport; a garden hose; a goldfish; a sourdough starter; an umbrella; a leather bag; a spare key; a guitar; a bonsai; a rain jacket; a frying pan"),
    "yes": items("Is a tomato a fruit; Is the Earth round; Can penguins fly; Is gold a metal; Are whales fish; Is Africa a country; Do plants need light; Is glass a liquid; Can dogs eat chocolate; Is the sun a star; Are bats blind; Is coffee healthy; Do fish sleep; Can snakes hear; Is honey made by bees; Do spiders have six legs; Is Latin still spoken; Are mushrooms plants; Can humans live on Mars; Is a peanut a nut"),
}
#: Each kind with how often it is drawn, and its wordings.
WORDINGS: dict[str, tuple[int, list[str]]] = {
    "knowledge": (15, lines("""
        Which continent is {country} on?
        what language do people speak in {lang_of}?
        What is {country} known for?
        name one famous sight in {city}
        Who was {person}?
        What is {person} famous for?
        When did {person} live?
        Who wrote {book}?
        What is {book} about?
        Who invented {invention}?
        When was {invention} invented?
        What does a {animal} eat?
        Where does a {animal} live?
        Is a {animal} a mammal?
        What is a baby {animal} called?
        How many legs does a {animal} have?
        Tell me a fact about the {animal}.
        Tell me something about {planet}.
        How far away is {planet}?
        Why is {planet} special?
        What is the chemical symbol of {element}?
        What is {element} used for?
        What does {organ} do?
        Where in the body is {organ}?
        What was {event}?
        When was {event}?
        What is the currency of {country}?
        What is the flag of {country}?
        What is {food} made of?
        What country does {food} come from?
        What is {material} made from?
        how is {material} made?
        which is bigger, {choice}?
        Which is heavier: {choice}?
        {yes}?
        True or false? {yes}.
        Which ocean is next to {country}?
        Name a river in {country}.
        name a famous person from {country}
        What kind of animal is a {animal}?
    """)),
    "explain": (12, lines("""
        What is {thing}?
        Explain {thing} in one sentence.
        Explain {thing} to a child.
        What does one mean by {thing}?
        Describe {thing} briefly.
        Define {thing}.
        Can you explain {thing}?
        Tell me about {thing}.
        Give me an example of {thing}.
        I never understood {thing}. What is it?
        what exactly is {thing}
        In simple words: what is {thing}?
        Give a one-line definition of {thing}.
    """)),
    "why": (5, ["Why {why}?", "Can you tell me why {why}?", "Why {why}? Explain it simply.", "In one sentence: why {why}?", "How come, why {why}?"]),
    "how": (8, ["How do I {how}?", "What is the best way to {how}?", "Teach me to {how}.", "Give me one tip to {how}.", "I want to {how}. How do I start?", "Can you tell me how to {how}?", "how does {happens}?", "How does {happens}? Keep it simple."]),
    "compare": (4, ["What is the difference between {pair}?", "Compare {pair}.", "How do {pair} differ?", "{pair}: what is the difference?", "In one sentence, what separates {pair}?"]),
    "write": (12, lines("""
        Write a line about {topic}.
        Write a short poem about {topic}.
        Write two lines about {topic} that rhyme.
        Write a haiku about {topic}.
        Write a sentence about {topic}.
        Give me a title for a story about {topic}.
        Write a short message for {occasion}.
        Write one sentence for {occasion}.
        Write a friendly message to {who}.
        Write a short text to {who} for {occasion}.
        Draft a short reply to {who}: I accept the invitation.
        Tell {who} politely that I will be late. Write the message.
        Write a slogan for {product}.
        Suggest a name for {product}.
        Continue the story: {start}
        Finish this sentence: {start}
        Make this polite: {blunt}
        Say this in a nicer way: {blunt}.
        Summarise in a few words: {text}.
        Shorten this: {text}.
        What is this text about? {text}.
        Give this text a title: {text}.
        Is this review good or bad? {review}.
        Positive or negative: "{review}."
        Write a tweet about {topic}.
        Write an opening line for a letter to {who}.
        Make up a riddle about {topic}.
        A compliment for {who}, please.
    """)),
    "list": (5, ["Name three {list}.", "Give me a list of five {list}.", "List some {list}.", "Name a few {list}, please.", "Three {list}?", "Give me two {list}.", "what are some {list}", "I need ideas: {list}."]),
    "words": (16, lines("""
        What rhymes with {word}?
        Give me a word that rhymes with {word}.
        Find three rhymes for {word}.
        rhyme for {word}
        What is a synonym of {adj}?
        Another word for {adj}?
        Give me two synonyms for {adj}.
        Say {adj} in another way.
        What is the opposite of {adj}?
        Opposite of {adj}?
        the antonym of {adj} please
        What is the plural of {noun}?
        plural of {noun}
        One {noun}, two what?
        What is the past tense of {verb}?
        Past tense of {verb}?
        Put the verb "{verb}" into the past.
        What does {hard} mean?
        Define the word {hard}.
        Meaning of "{hard}"?
        Use the word {hard} in a sentence.
        Make a sentence with {word} and {word}.
        How do you spell {spell}?
        Spell the word {spell}.
        Is "{spell}" spelled correctly?
        Correct this sentence: {wrong}.
        Correct the grammar: {wrong}.
        Is this correct English? {wrong}.
        What is wrong with this: "{wrong}"?
        Fix: {wrong}
        Is {adj} an adjective or a noun?
        What kind of word is {verb}?
        What is the comparative of {adj}?
        Write "{phrase}" in capital letters.
        Turn this into a question: The {animal} is {adj}.
        Which word does not fit: {animal}, {animal}, {noun}?
        Which letter does {word} start with?
        Describe {word} with three adjectives.
        I look for a rhyme with {word}
        a word that sounds like {word}, please
        Is it "{verb}ed"? What is the past of {verb}?
        In the past, {verb} becomes what?
        Which word means nearly the same as {adj}?
        a nicer word for {adj}
        What would be a stronger word than {adj}?
        more than one {noun}: how do I write it?
        Is it "{noun}s" or something else when there are many?
        I or me? "My friend and ... went home."
        Should I write "their" or "there" in: ... house is big?
        Is "then" or "than" right: She is taller ... me.
        "It's" or "its": The dog wags ... tail.
        "Your" or "you're": ... late again.
        "To" or "too": That is ... much.
        How is "{hard}" used?
        Give me an antonym for {adj}
    """)),
    "translate": (7, ["Translate into {language}: {phrase}", "How do you say \"{phrase}\" in {language}?", "{phrase} - in {language}, please", "What is '{word}' in {language}?", "Translate '{noun}' to {language}.", "What is the {language} word for {animal}?", "Say '{phrase}' in {language}", "{language} for '{word}'?", "please translate '{noun}' to {language}", "how would a person who speaks {language} say {phrase}", "put into {language}: {phrase}"]),
    "talk": (7, lines("""
        Hello there
        Hi, how is it going?
        Good afternoon!
        How was your day?
        I am so {adj} today.
        I feel {adj}.
        I am going to {city} tomorrow!
        I just baked {food}.
        We had {food} for lunch.
        My {animal} is my best friend.
        What can you do?
        Do you sleep?
        Are you a real person?
        Do you have feelings?
        Tell me a joke about a {animal}.
        Tell me a joke.
        Tell me a fun fact.
        Tell me a short story about a {animal} and a {animal}.
        Cheer me up.
        I passed my exam!
        I like {like}.
        My favourite thing is {like}.
        I am reading {book}.
        You are great.
        That is not what I meant.
        Do you like {like}?
        what is your favourite {animal}
        Can we talk about {like}?
        Guess what, {who} is getting married.
        I am thinking about {topic}.
        Thanks for your help!
        Ask me a question about {topic}.
        Good night
        Sorry, I was away.
        I am new here.
        Let's chat.
    """)),
    "opinion": (4, ["What do you think about {like}?", "Which is better, {choice}?", "Is {like} overrated?", "Should I learn to {how}?", "Why do people like {like}?", "Is it worth visiting {city}?", "What is good about {like}?", "Would you rather have {choice}?", "What do people love about {city}?"]),
    "advice": (6, ["{problem}. What can I do?", "{problem}. Any advice?", "What helps when {problem}?", "{problem}. Give me one tip.", "What would you do if {problem}?", "{problem}", "What should I cook with {material} and {food}?", "What should I see in {city}?", "What is a good gift for {who}?", "Which book should I read after {book}?", "What do I wear to {occasion}?"]),
    "near": (18, lines("""
        What is a kilometre?
        Who invented the metre?
        Why does the USA use miles?
        What is the history of the kilogram?
        Why is a minute sixty seconds?
        What is a time zone?
        Why are there time zones?
        Who invented the calendar?
        Why does February have 28 days?
        What is a leap year?
        Which month is named after Julius Caesar?
        Why is a week seven days long?
        Where does the word Monday come from?
        What does the word calculate mean?
        How do I explain percentages to a child?
        What is a fraction?
        Who invented zero?
        What is multiplication?
        Why is mathematics useful?
        What is pi?
        What is an equation?
        How do I get better at mental arithmetic?
        Why do we forget things?
        How can I remember names better?
        What makes a good to-do list?
        How do I get my tasks done on time?
        Give me tips to plan my day.
        What is a good morning routine?
        What is time management?
        Why do people keep diaries?
        What is a memory?
        Write a poem about time.
        Write a sentence with the word clock.
        What rhymes with note?
        What is a synonym for task?
        What is the opposite of remember?
        What is the plural of month?
        Explain the word deadline.
        What is temperature?
        What is the difference between Celsius and Fahrenheit?
        Who was Anders Celsius?
        How hot is the sun?
        How old is the Earth?
        How long does a {animal} live?
        How heavy is a {animal}?
        How fast can a {animal} run?
        How tall is the Eiffel Tower?
        How many bones does a human have?
        How many planets are there?
        How many players are in a football team?
        How many strings does a guitar have?
        How many colours does a rainbow have?
        When did World War II end?
        In what year did the Titanic sink?
        When is the best time to visit {city}?
        When do people eat {food}?
        What day do people rest?
        What is the longest day of the year?
        What do people do on New Year's Eve?
        Why do we celebrate birthdays?
        How long should I boil {food}?
        How long does it take to {how}?
        How much water should I drink?
        How many hours of sleep do I need?
        What is the meaning of the number 13?
        Is zero an even number?
        What is a dozen?
        What is a decade?
        How do clocks work?
        What is the best time to {how}?
        Write a to-do list for {occasion}.
        What should I remember when I {how}?
        Why should I write things down?
        Write a reminder message for {who}.
        {fact}
        {fact}
        {fact}
        {fact}
        {fact}
        {fact}
        {fact}
        {fact}
        {fact}
        {fact}
        Quiz: {fact}
        {fact} One word is enough.
        what number of {counted}
        How many {counted}?
        How many {counted}?
        how many {counted}
        In which year was {dated}?
        When was {dated}?
        what year was {dated}
        What can I do with {keepsake}?
        What should I not do with {keepsake}?
        How do I look after {keepsake}?
        What is {keepsake} good for?
        What size is {keepsake} usually?
        Where do people keep {keepsake}?
        When should I throw {keepsake} away?
        Who needs {keepsake}?
        What does "note" mean?
        Who discovered {planet}?
        How big is {planet}?
        How long is a year on {planet}?
        What do the numbers on a ruler mean?
        Count from one to five.
        What comes after Tuesday?
        Which month comes before June?
        Name the days of the week.
        Name the four seasons.
    """)),
}

#: Questions with second ones that need the first, or what was answered.
FOLLOWED: list[tuple[str, list[str]]] = [
    ("What is the capital of {country}?", ["and of {country}?", "What about {country}?", "and {country}", "Which language do they speak there?", "How big is that city?"]),
    ("Name a {counted_thing}.", ["and another one", "another one please", "a different one", "And one more?", "Tell me something about it."]),
    ("Name an animal that lives in the sea.", ["and one that lives in the desert", "And one that can fly?", "what does it eat"]),
    ("Name a thing that is round.", ["and one that is square", "And something that is soft?"]),
    ("Who was {person}?", ["When was that?", "and {person}?", "Where did they live?", "What about {person}?", "why is that important"]),
    ("What does a {animal} eat?", ["and a {animal}?", "Where does it live?", "how big does it get", "And how long does it live?"]),
    ("What is the opposite of {adj}?", ["and of {adj}?", "And {adj}?", "use it in a sentence", "what does it mean"]),
    ("What is the plural of {noun}?", ["and of {noun}?", "And {noun}?", "now {noun}"]),
    ("What rhymes with {word}?", ["and with {word}?", "one more please", "And {word}?"]),
    ("Translate '{noun}' to {language}.", ["and '{noun}'?", "And in {language}?", "how is it pronounced"]),
    ("What is {thing}?", ["Give me an example.", "say it more simply", "Why does it matter?", "and {thing}?"]),
    ("Why {why}?", ["Really?", "Explain that to a child.", "shorter please"]),
    ("How do I {how}?", ["And what do I need for it?", "how long does that take", "What if it does not work?"]),
    ("Write a line about {topic}.", ["another one", "Make it shorter.", "Now one about {topic}.", "make it funnier"]),
    ("Tell me a joke.", ["another one", "I don't get it."]),
    ("Who wrote {book}?", ["and {book}?", "What is it about?", "where was the author born"]),
    ("{problem}.", ["And what else?", "I tried that already.", "Thanks, that helps."]),
    ("I like {like}.", ["And you?", "What do I like?", "why do people like it"]),
]
POOLS["counted_thing"] = items("vegetable; bird; tree; sport; board game; river; flower; spice; big city; musical instrument; colour; tool; drink; dance; metal")


def foreign(wordings: str, **pools: str) -> tuple[list[str], dict[str, list[str]]]:
    """The wordings of a language and what is drawn for them."""
    return lines(wordings), {name: items(text) for name, text in pools.items()}


FOREIGN = {
    "German": foreign("""
        Was ist {thing}?
        Erkläre mir {thing}.
        Erkläre {thing} in einem Satz.
        Was ist die Hauptstadt von {country}?
        Wo liegt {country}?
        Welche Sprache spricht man in {country}?
        Welche Farbe hat {coloured}?
        Wie sagt man '{word}' auf Englisch?
        Wer war {person}?
        Wofür ist {person} bekannt?
        Warum {why}?
        Wie {how}?
        Was reimt sich auf {word}?
        Was ist das Gegenteil von {adj}?
        Nenne ein anderes Wort für {adj}.
        Was ist die Mehrzahl von {word}?
        Bilde einen Satz mit {word}.
        Schreib einen Satz über {topic}.
        Schreib ein kurzes Gedicht über {topic}.
        Nenne drei {list}.
        Übersetze ins Englische: {phrase}
        Was heißt "{phrase}" auf Englisch?
        Was denkst du über {topic}?
        Was frisst ein {animal}?
        Erzähl mir etwas über {topic}.
        Was kann ich tun? {problem}.
        {problem}.
        Hallo! Wie geht es dir?
        Guten Abend
        Danke schön!
        Erzähl mir einen Witz.
        Was kannst du?
        """, coloured="Gras; Schnee; eine Banane; Blut", thing="ein Vulkan; Demokratie; ein Atom; die Schwerkraft; ein Gedicht; Inflation; eine Batterie; ein Virus; Strom; ein Komet; das Klima; eine Metapher", country="Frankreich; Polen; Kenia; Japan; Norwegen; Peru; Griechenland; Irland; Ungarn; Portugal", person="Goethe; Mozart; Einstein; Marie Curie; Napoleon; Beethoven; Kleopatra; Kolumbus", why="ist der Himmel blau; schnurren Katzen; ist das Meer salzig; träumen wir; fallen Blätter im Herbst; schlafen wir; schwimmt Eis", how="kocht man Reis; lernt man eine Sprache; pflanzt man Tomaten; backt man Brot; schläft man besser; putzt man Fenster", word="Haus; Baum; Hund; Katze; Herz; Stein; Nacht; Maus; Tisch; Blume", adj="groß; kalt; schnell; alt; glücklich; hell; leise; stark", topic="den Herbst; das Meer; Freundschaft; Katzen; den Regen; Musik; Kaffee; die Berge", list="Obstsorten; Tiere; Farben; Länder; Hobbys; Berufe; Vögel", phrase="Guten Morgen; Ich habe Hunger; Wo ist der Bahnhof?; Vielen Dank; Das Wetter ist schön; Ich bin müde", animal="Igel; Elefant; Pinguin; Hase; Bär; Fuchs", problem="Ich kann nicht schlafen; Ich bin traurig; Mir ist langweilig; Ich bin nervös; Ich habe Streit mit meinem Bruder"),
    "Spanish": foreign("""
        ¿Qué es {thing}?
        Explica {thing} en una frase.
        ¿Cuál es la capital de {country}?
        ¿Dónde está {country}?
        ¿Quién fue {person} y qué hizo?
        ¿De qué color es {coloured}?
        ¿Cómo se dice '{word}' en inglés?
        ¿Quién fue {person}?
        ¿Por qué {why}?
        ¿Cómo {how}?
        ¿Qué rima con {word}?
        ¿Cuál es lo contrario de {adj}?
        Dame un sinónimo de {adj}.
        ¿Cuál es el plural de {word}?
        Escribe una frase con {word}.
        Escribe una frase sobre {topic}.
        Escribe un poema corto sobre {topic}.
        Nombra tres {list}.
        Traduce al inglés: {phrase}
        ¿Qué opinas de {topic}?
        ¿Qué come un {animal}?
        {problem}. ¿Qué puedo hacer?
        Hola, ¿cómo estás?
        Buenos días
        Muchas gracias
        Cuéntame un chiste.
        """, coloured="la hierba; la nieve; un plátano", thing="un volcán; la democracia; un átomo; la gravedad; la inflación; un virus; el clima; una metáfora; un cometa", country="Francia; Japón; Perú; Alemania; Egipto; Noruega; Cuba; Italia", person="Cervantes; Picasso; Frida Kahlo; Colón; Einstein; Simón Bolívar; Mozart", why="el cielo es azul; el mar es salado; soñamos; ronronean los gatos; flota el hielo", how="se cocina arroz; se aprende un idioma; se hace pan; puedo dormir mejor; se limpia una ventana", word="casa; árbol; perro; luz; flor; ratón; noche; corazón", adj="grande; frío; rápido; viejo; feliz; fuerte; claro", topic="el mar; el otoño; la amistad; los gatos; la lluvia; la música", list="frutas; animales; colores; países; deportes", phrase="Buenos días; Tengo hambre; ¿Dónde está la estación?; Muchas gracias; Estoy cansado", animal="elefante; pingüino; oso; conejo; zorro", problem="No puedo dormir; Estoy triste; Estoy aburrido; Tengo mucho trabajo"),
    "French": foreign("""
        Qu'est-ce que {thing} ?
        Explique {thing} en une phrase.
        Quelle est la capitale de {country} ?
        Où se trouve {country} ?
        De quelle couleur est {coloured} ?
        Comment dit-on '{word}' en anglais ?
        Qui était {person} ?
        Pourquoi {why} ?
        Comment {how} ?
        Quel mot rime avec {word} ?
        Quel est le contraire de {adj} ?
        Donne-moi un synonyme de {adj}.
        Écris une phrase sur {topic}.
        Écris un petit poème sur {topic}.
        Cite trois {list}.
        Traduis en anglais : {phrase}
        Que penses-tu de {topic} ?
        Que mange un {animal} ?
        {problem}. Que faire ?
        Bonjour, comment vas-tu ?
        Bonsoir
        Merci beaucoup !
        Raconte-moi une blague.
        """, coloured="l'herbe; la neige; une banane", thing="un volcan; la démocratie; un atome; la gravité; un virus; le climat; une métaphore", country="l'Italie; l'Espagne; l'Allemagne; la Pologne; l'Égypte; la Norvège; le Brésil", person="Victor Hugo; Napoléon; Marie Curie; Mozart; Molière; Jeanne d'Arc", why="le ciel est bleu; la mer est salée; les chats ronronnent; nous rêvons", how="cuire du riz; apprendre une langue; faire du pain; mieux dormir", word="maison; chat; jour; fleur; nuit; main", adj="grand; froid; rapide; vieux; heureux; fort", topic="la mer; l'automne; l'amitié; les chats; la pluie; la musique", list="fruits; animaux; couleurs; pays; sports", phrase="Bonjour; J'ai faim; Où est la gare ?; Merci beaucoup; Je suis fatigué", animal="éléphant; lapin; ours; renard", problem="Je ne dors pas; Je suis triste; Je m'ennuie; J'ai trop de travail"),
    "Italian": foreign("""
        Che cos'è {thing}?
        Spiega {thing} in una frase.
        Qual è la capitale di {country}?
        Chi era {person}?
        Perché {why}?
        Come {how}?
        Che parola fa rima con {word}?
        Qual è il contrario di {adj}?
        Scrivi una frase su {topic}.
        Scrivi una breve poesia su {topic}.
        Dimmi tre {list}.
        Traduci in inglese: {phrase}
        {problem}. Cosa posso fare?
        Ciao, come stai?
        Buonasera
        Grazie mille!
        Raccontami una barzelletta.
        """, thing="un vulcano; la democrazia; un atomo; la gravità; un virus; il clima", country="Francia; Spagna; Germania; Polonia; Egitto; Norvegia; Grecia", person="Dante; Leonardo da Vinci; Galileo; Verdi; Mozart; Giulio Cesare", why="il cielo è blu; il mare è salato; i gatti fanno le fusa; sogniamo", how="si cuoce il riso; si impara una lingua; si fa il pane; posso dormire meglio", word="casa; gatto; fiore; notte; cuore", adj="grande; freddo; veloce; vecchio; felice", topic="il mare; l'autunno; l'amicizia; i gatti; la pioggia", list="frutti; animali; colori; paesi; sport", phrase="Buongiorno; Ho fame; Dov'è la stazione?; Grazie mille; Sono stanco", problem="Non riesco a dormire; Sono triste; Mi annoio; Ho troppo lavoro"),
    "Portuguese": foreign("""
        O que é {thing}?
        Explique {thing} em uma frase.
        Qual é a capital de {country}?
        Quem foi {person}?
        Por que {why}?
        Como {how}?
        Qual palavra rima com {word}?
        Qual é o contrário de {adj}?
        Escreva uma frase sobre {topic}.
        Escreva um poema curto sobre {topic}.
        Diga três {list}.
        Traduza para o inglês: {phrase}
        {problem}. O que posso fazer?
        Olá, como vai?
        Boa noite
        Muito obrigado!
        Conte uma piada.
        """, thing="um vulcão; a democracia; um átomo; a gravidade; um vírus; o clima", country="França; Espanha; Alemanha; Japão; Egito; Angola; Chile", person="Camões; Fernando Pessoa; Santos Dumont; Einstein; Mozart; Vasco da Gama", why="o céu é azul; o mar é salgado; os gatos ronronam; sonhamos", how="se cozinha arroz; se aprende uma língua; se faz pão; posso dormir melhor", word="casa; gato; flor; noite; coração", adj="grande; frio; rápido; velho; feliz", topic="o mar; o outono; a amizade; os gatos; a chuva", list="frutas; animais; cores; países; esportes", phrase="Bom dia; Estou com fome; Onde fica a estação?; Muito obrigado; Estou cansado", problem="Não consigo dormir; Estou triste; Estou entediado; Tenho muito trabalho"),
    "Dutch": foreign("""
        Wat is {thing}?
        Leg uit wat {thing} is.
        Wat is de hoofdstad van {country}?
        Waar ligt {country}?
        Wie was {person}?
        Wat eet een {animal}?
        Wat is het tegenovergestelde van {adj}?
        Hoe zeg je '{word}' in het Engels?
        Wat rijmt op {word}?
        Noem drie {list}.
        Welke kleur heeft {coloured}?
        Hallo, hoe gaat het?
        Schrijf een zin over {word}.
        """, thing="een vulkaan; een atoom; de zwaartekracht; een gedicht; een virus", country="Frankrijk; Japan; Italië; Noorwegen; Egypte", person="Rembrandt; Mozart; Einstein; Napoleon", animal="egel; uil; olifant; dolfijn", adj="groot; koud; snel; oud", word="huis; boom; licht; brood; zon", list="fruitsoorten; landen; sporten; dieren", coloured="gras; een banaan; sneeuw; een tomaat"),
    "Polish": foreign("""
        Co to jest {thing}?
        Jakie miasto jest stolicą kraju {country}?
        Gdzie leży {country}?
        Kim był {person}?
        Co je {animal}?
        Jak jest po angielsku '{word}'?
        Podaj trzy {list}.
        Jakiego koloru jest {coloured}?
        Cześć, jak się masz?
        Napisz zdanie o słowie {word}.
        """, thing="wulkan; atom; grawitacja; wirus", country="Japonia; Włochy; Norwegia; Egipt", person="Chopin; Mozart; Einstein; Kopernik", animal="jeż; sowa; słoń", word="dom; drzewo; chleb; kot", list="owoce; kraje; zwierzęta", coloured="trawa; śnieg; banan"),
    "Swedish": foreign("""
        Vad är {thing}?
        Vilken är huvudstaden i {country}?
        Vem var {person}?
        Vad äter en {animal}?
        Vad heter '{word}' på engelska?
        Nämn tre {list}.
        Vilken färg har {coloured}?
        Hej, hur mår du?
        """, thing="en vulkan; en atom; ett virus", country="Frankrike; Japan; Italien", person="Mozart; Einstein; Alfred Nobel", animal="igelkott; uggla; elefant", word="hus; träd; bröd", list="frukter; länder; djur", coloured="gräs; snö; en banan"),
    "Turkish": foreign("""
        {thing} nedir?
        {country} ülkesinin başkenti neresi?
        {person} kimdir?
        {animal} ne yer?
        '{word}' İngilizce ne demek?
        Merhaba, nasılsın?
        """, thing="Volkan; Atom; Virüs; Yer çekimi", country="Fransa; Japonya; Mısır", person="Mozart; Einstein; Atatürk", animal="Baykuş; Fil; Kirpi", word="ev; ağaç; ekmek"),
}
