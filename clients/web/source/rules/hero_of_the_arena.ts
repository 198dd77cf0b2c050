// The cards and perks of the usual pack of Hero of the Arena: what they are called and do is in the words of the game.

export const UNITS = [
  "street_urchin", "torch_bearer", "shield_maiden", "javelin_thrower", "duelist", "pit_brawler", "field_medic", "ember_imp", "net_fighter",
  "centurion", "blood_knight", "storm_archer", "lancer", "ash_seer", "colossus", "fallen_seraph", "alley_cat", "plague_rat", "mercenary", "underdog",
  "pickpocket", "tax_collector", "assassin", "paladin", "necromancer", "phoenix", "wandering_ronin", "war_elephant", "iron_golem", "mountain_giant",
  "warlord",
];

export const ITEMS = [
  "bandage", "blinding_sand", "lucky_purse", "adrenaline", "throwing_knife", "whetstone", "tower_shield", "war_drum", "scrying_bowl",
  "swift_sandals", "hourglass", "grappling_hook", "fire_pot", "writ_of_exile", "rain_of_arrows", "divine_verdict", "greatsword", "healing_spring",
  "falling_star", "mana_crystal", "thiefs_glove", "war_horn", "portable_anvil", "winged_boots", "jeering_crowd", "quicksand", "poisoned_wine",
  "recall_horn", "last_stand",
];

export const PERKS = [
  "second_wind", "sharpened_steel", "volley", "deep_pockets", "mana_font", "quick_hands", "field_smith", "bone_setter", "open_gates", "saboteur",
  "crowd_favour", "standing_ovation", "underdogs_purse", "bribed_guards", "battle_hymn", "fresh_recruits", "tribute", "iron_rations",
];
