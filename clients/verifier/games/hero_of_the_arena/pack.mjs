// §7: the bundled pack.

// name | numbers (see HEADS) | effects | text
export const BUNDLED = readPack("standard", "The Sand and the Flame", {
  draft_units: `
Street Urchin|0 1 1 3|on_death gain_coins amount=1|When it dies, gain 1 coin.
Torch Bearer|0 1 2 2|on_play buff_attack amount=1 target=adjacent_own|When played, your units in adjacent arenas get +1 attack.
Shield Maiden|1 1 5 3|on_combat_start buff_attack if=hero amount=-1 until=combat target=foe|As the hero, her challenger has -1 attack for the combat.
Javelin Thrower|1 2 2 3|on_combat_start damage amount=1 target=foe|Before the first strike of a combat, deal 1 damage to the foe.
Duelist|1 3 2 3|on_combat_start strike_first|Strikes first, even as the hero.
Pit Brawler|1 2 3 4|on_win buff_attack amount=1 target=self|After winning a combat, gets +1 attack.
Field Medic|1 1 3 3|end_of_turn heal amount=1 target=adjacent_own|At the end of your turn, heal your units in adjacent arenas by 1.
Ember Imp|1 2 1 4|on_death damage amount=2 target=foe|When it dies, deal 2 damage to the foe in its arena.
Net Fighter|2 2 4 3|on_combat_start buff_attack amount=-1 until=combat target=foe|The foe has -1 attack for the combat.
Centurion|2 3 4 3|on_play buff_hp amount=1 target=all_own|When played, all your units (this one too) get +1 HP.
Blood Knight|2 3 5 3|on_win heal amount=3 target=self|After winning a combat, heals 3.
Storm Archer|2 2 3 3|on_play damage amount=1 target=all_enemy|When played, deal 1 damage to every enemy unit.
Lancer|2 3 4 3|on_combat_start buff_attack if=challenger amount=2 until=combat target=self|As the challenger, has +2 attack for the combat.
Ash Seer|2 2 4 3|on_play draw amount=1|When played, draw a card.
Colossus|3 5 9 2|end_of_turn damage amount=1 target=self|At the end of your turn, takes 1 damage.
Fallen Seraph|3 4 6 3|on_death cooldown amount=-2 whose=self|When it dies, its own cooldown is 2 shorter.
`,
  draft_items: `
Bandage|0 4 own_hero -|on_play heal amount=3 target=chosen|Heal one of your heroes by 3.
Blinding Sand|0 3 enemy_hero -|on_play buff_attack amount=-1 target=chosen|An enemy hero gets -1 attack.
Lucky Purse|0 2 none 3|on_play gain_coins amount=1|Gain 1 coin.
Adrenaline|0 3 none 2|on_play gain_mana amount=1|Gain 1 mana this turn.
Throwing Knife|1 4 enemy_hero -|on_play damage amount=2 target=chosen|Deal 2 damage to an enemy hero.
Whetstone|1 3 own_hero -|on_play buff_attack amount=2 target=chosen|One of your heroes gets +2 attack.
Tower Shield|1 3 own_hero -|on_play buff_hp amount=3 target=chosen|One of your heroes gets +3 HP.
War Drum|1 3 none 3|on_play buff_attack amount=1 target=all_own|All your units get +1 attack.
Scrying Bowl|1 3 none 2|on_play draw amount=2|Draw 2 cards.
Swift Sandals|1 3 own_hero -|on_play heal amount=1 target=chosen; on_play move|Heal one of your heroes by 1, then move it to an arena you do not hold (challenging its hero, if any).
Hourglass|1 3 none 3|on_play cooldown amount=-1 whose=own|All your cards on cooldown come 1 turn closer.
Grappling Hook|1 3 enemy_hero -|on_play damage amount=1 target=chosen; on_play move adjacent=true|Deal 1 damage to an enemy hero, then drag it to an empty adjacent arena.
Fire Pot|2 3 enemy_hero -|on_play damage amount=3 target=chosen; on_play damage amount=1 target=adjacent_enemy|Deal 3 damage to an enemy hero and 1 to enemy units in adjacent arenas.
Writ of Exile|2 2 enemy_hero -|on_play return_to_hand target=chosen|Return an enemy hero to its owner's hand.
Rain of Arrows|2 3 none 4|on_play damage amount=2 target=all_enemy|Deal 2 damage to every enemy unit.
Divine Verdict|3 2 enemy_hero -|on_play damage amount=7 target=chosen|Deal 7 damage to an enemy hero.
`,
  shop_cards: `
Alley Cat|0 1 1 5 1|on_win draw amount=1|After winning a combat, draw a card.
Plague Rat|0 1 1 4 1|on_death buff_attack amount=-1 target=foe|When it dies, the foe in its arena gets -1 attack.
Mercenary|1 3 3 3 2||No effect.
Underdog|1 2 3 4 2|on_play buff_attack if=behind amount=2 target=self|When played, gets +2 attack if you are behind on points.
Pickpocket|1 1 2 4 1|on_play steal_coins amount=1|When played, steal 1 coin.
Tax Collector|1 1 4 2 2|start_of_turn gain_coins amount=1|At the start of your turn, gain 1 coin.
Assassin|2 5 1 3 3|on_combat_start strike_first|Strikes first, even as the hero.
Paladin|2 3 5 3 3|start_of_turn heal amount=2 target=self|At the start of your turn, heals 2.
Necromancer|2 2 4 3 3|on_play cooldown amount=-1 whose=own|When played, all your cards on cooldown come 1 turn closer.
Phoenix|2 3 3 4 4|on_death cooldown amount=-5 whose=self|When it dies, it goes to the bottom of your deck at once.
Wandering Ronin|2 4 4 3 3|on_win return_to_hand if=challenger target=self|After winning as the challenger, returns to your hand.
War Elephant|3 5 6 3 4|on_play damage amount=1 target=adjacent_enemy|When played, deal 1 damage to enemy units in adjacent arenas.
Iron Golem|3 3 9 2 4|on_combat_start buff_attack amount=-1 until=combat target=foe|The foe has -1 attack for the combat.
Mountain Giant|3 4 5 2 3|on_play buff_hp amount=1 per=arena target=self|When played, gets +1 HP for each step of its arena's number.
Warlord|3 2 7 3 4|on_play buff_attack amount=1 per=own_heroes target=self|When played, gets +1 attack for each arena you hold.
Greatsword|1 3 own_hero - 2|on_play buff_attack amount=3 target=chosen|One of your heroes gets +3 attack.
Healing Spring|1 3 none 3 2|on_play heal amount=3 target=all_own|Heal all your units by 3.
Falling Star|3 2 enemy_hero - 4|on_play damage amount=5 target=chosen; on_play damage amount=2 target=adjacent_enemy|Deal 5 damage to an enemy hero and 2 to enemy units in adjacent arenas.
Mana Crystal|0 3 none 3 3|on_play gain_mana amount=2|Gain 2 mana this turn.
Thief's Glove|0 3 none 4 2|on_play steal_coins amount=2|Steal 2 coins.
War Horn|1 2 none 4 3|on_play buff_attack amount=1 target=all_own; on_play draw amount=1|All your units get +1 attack; draw a card.
Portable Anvil|0 3 own_hero - 2|on_play repair amount=1 target=chosen; on_play buff_hp amount=1 target=chosen|One of your heroes gets +1 durability and +1 HP.
Winged Boots|0 4 own_hero - 2|on_play move|Move one of your heroes to an arena you do not hold (challenging its hero, if any).
Jeering Crowd|1 3 none 3 2|on_play discard_oldest amount=1 cooldown=3|The card your opponent has held longest goes on cooldown 3.
Quicksand|1 3 none 2 2|on_play cooldown amount=1 whose=enemy|All your opponent's cards on cooldown stay 1 turn longer.
Poisoned Wine|1 3 enemy_hero - 2|on_play damage amount=1 target=chosen; on_play buff_attack amount=-2 target=chosen|An enemy hero takes 1 damage and gets -2 attack.
Recall Horn|0 3 any_hero - 1|on_play damage amount=1 target=chosen; on_play return_to_hand target=chosen|Deal 1 damage to any hero; if it lives, it returns to its owner's hand.
Last Stand|1 2 own_hero - 2|on_play buff_attack amount=1 per=enemy_heroes target=chosen; on_play buff_hp if=behind amount=3 target=chosen|One of your heroes gets +1 attack for each arena the enemy holds, and +3 HP if you are behind on points.
`,
  perks: `
Second Wind|2|on_buy heal amount=4 target=all_own|Heal all your units by 4.
Sharpened Steel|3|on_buy buff_attack amount=1 target=all_own|All your units get +1 attack.
Volley|3|on_buy damage amount=2 target=all_enemy|Deal 2 damage to every enemy unit.
Deep Pockets|4|start_of_turn gain_coins amount=1|From now on, gain 1 more coin at the start of your turns.
Mana Font|5|start_of_turn gain_mana amount=1|From now on, you have 1 more mana each turn.
Quick Hands|3|start_of_turn draw amount=1|From now on, draw 1 more card at the start of your turns.
Field Smith|2|on_buy repair amount=1 target=hand|Every card in your hand gets +1 durability.
Bone Setter|2|on_buy repair amount=1 target=pile; on_buy cooldown amount=-1 whose=own|Your cards on cooldown get +1 durability and come 1 turn closer.
Open Gates|1|on_buy cooldown amount=-2 whose=own|Your cards on cooldown come 2 turns closer.
Saboteur|2|on_buy cooldown amount=2 whose=enemy|Your opponent's cards on cooldown stay 2 turns longer.
Crowd Favour|4|on_buy gain_points amount=3|Gain 3 points.
Standing Ovation|5|end_of_turn gain_points if=three_heroes amount=1|From now on, gain 1 point at the end of your turns if you hold three or more arenas.
Underdog's Purse|1|on_buy gain_coins if=behind amount=3|Gain 3 coins if you are behind on points.
Bribed Guards|3|on_buy discard_oldest amount=2 cooldown=2|The two cards your opponent has held longest go on cooldown 2.
Battle Hymn|4|end_of_turn heal amount=1 target=all_own|From now on, heal all your units by 1 at the end of your turns.
Fresh Recruits|1|on_buy draw amount=2|Draw 2 cards.
Tribute|2|on_buy steal_coins amount=3|Steal 3 coins.
Iron Rations|3|on_buy buff_hp amount=2 target=all_own|All your units get +2 HP.
`,
});

function readPack(id, name, lists) {
  const HEADS = { unit: ["cost", "attack", "hp", "durability", "price"], item: ["cost", "durability", "aim", "cooldown", "price"], perk: ["price"] };
  const value = (word) => (/^-?\d+$/.test(word) ? Number(word) : word === "true" ? true : word);
  const effect = (words) => {
    const [on, act, ...rest] = words.trim().split(" ");
    return { on, do: act, ...Object.fromEntries(rest.map((w) => w.split("=")).map(([k, v]) => [k, value(v)])) };
  };
  const card = (line) => {
    const [called, numbers, effects, text] = line.split("|");
    const head = numbers.split(" ");
    const kind = head.length === 1 ? "perk" : /\d/.test(head[2]) ? "unit" : "item";
    const filled = HEADS[kind].map((key, i) => [key, value(head[i] ?? "-")]).filter(([, v]) => v !== "-");
    return {
      id: called.toLowerCase().replaceAll("'", "").replaceAll(" ", "_"), name: called, ...(kind !== "perk" && { kind }),
      ...Object.fromEntries(filled), effects: effects ? effects.split(";").map(effect) : [], text,
    };
  };
  return { id, name, ...Object.fromEntries(Object.entries(lists).map(([list, lines]) => [list, lines.trim().split("\n").map(card)])) };
}

export const ids = (cards) => cards.map((c) => c.id);
export const withoutNulls = (data) => (Array.isArray(data) ? data.map(withoutNulls) : data && typeof data === "object"
  ? Object.fromEntries(Object.entries(data).filter(([, v]) => v !== null).map(([k, v]) => [k, withoutNulls(v)])) : data);
